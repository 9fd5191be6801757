import { randomUUID } from 'node:crypto'
import pg from 'pg'
import * as z from 'zod'
import type { CallLine, EntryKind } from '@/lib/domain/session/entry'
import { linkHash } from '@/lib/record/chain'
import { createSigner } from '@/lib/record/signer'
import { TEST_AUDIT_KEY } from './http/server-process'

type Written = { seq: number; kind: EntryKind; runId: string; text: string; call?: CallLine }

/** What an agent writes: a heading, a list, code, and more or fewer words. */
export const writtenText = (n: number): string =>
  [
    `## Part ${n}`,
    `The **third** release keeps what was said. ${'It reads the notes, one after the other. '.repeat(1 + (n % 5))}`,
    '- The waiting set stays in sight.\n- A decision is bound to `what was shown`.\n- Nothing runs twice.',
    ...(n % 3 === 0 ? [`\`\`\`ts\nexport const part = ${n}\nconsole.log(part)\n\`\`\``] : []),
  ].join('\n\n')

const line = (n: number): CallLine => ({
  tool: n % 2 === 0 ? 'list_files' : 'read_file',
  summary: `notes/part-${n}.md`,
  result: n % 9 === 0 ? 'error' : 'ok',
  decided: 'approve',
  by: { type: 'person', id: 'owner', name: 'Owner' },
  digest: `sha256:${n.toString(16).padStart(64, '3f9a12c4')}`,
})

/** Runs of four entries: what was asked, a Call, its Result, the answer. */
function written(seq: number, runId: string): Written {
  const n = Math.ceil(seq / 4)
  switch (seq % 4) {
    case 1:
      return { seq, kind: 'user', runId, text: `Please go on with part ${n}.` }
    case 2:
      return { seq, kind: 'assistant', runId, text: `I look at the notes of part ${n} first.` }
    case 3:
      return { seq, kind: 'result', runId, text: `notes/part-${n}.md\n`, call: line(n) }
    default:
      return { seq, kind: 'assistant', runId, text: writtenText(n) }
  }
}

/** So many entries, oldest first. */
export function writtenEntries(count: number): Written[] {
  let runId = randomUUID()
  return Array.from({ length: count }, (_, at) => {
    if (at % 4 === 0) runId = randomUUID()
    return written(at + 1, runId)
  })
}

/**
 * Makes a new session look as if that much had been said in it. Its record is as long and verifies; what its events
 * tell is not what was said.
 */
export async function fillTranscript(databaseUrl: string, sessionId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO "Entry" (id, "sessionId", seq, "runId", kind, text, call, at)
       SELECT gen_random_uuid(), $1::uuid, seq, "runId"::uuid, kind, text, call,
         now() - (($3 - seq) || ' minutes')::interval
       FROM json_to_recordset($2) AS e(seq int, kind text, "runId" text, text text, call jsonb)`,
      [sessionId, JSON.stringify(writtenEntries(count)), count],
    )
    await lengthenRecord(client, sessionId, count)
  } finally {
    await client.end()
  }
}

/** Adds events up to that number, and signs the last. */
async function lengthenRecord(client: pg.Client, sessionId: string, count: number): Promise<void> {
  const { rows } = await client.query('SELECT seq, head FROM "SessionHead" WHERE "sessionId" = $1', [
    sessionId,
  ])
  const { seq: first, head } = z.object({ seq: z.int(), head: z.string() }).parse(rows[0])
  const at = new Date().toISOString()
  const payload = JSON.stringify({ runId: sessionId, number: 1, reason: 'A line of filling.', excerpt: '' })
  let hash = head
  const links = Array.from({ length: Math.max(0, count - first) }, (_, index) => {
    const link = { chain: sessionId, seq: first + index + 1, type: 'parse.issue', at, payload }
    hash = linkHash(hash, link)
    return { ...link, hash }
  })
  await client.query(
    `INSERT INTO "Event" (chain, seq, at, types, subjects, payloads, hashes)
     SELECT chain, seq, at, ARRAY[type], ARRAY[NULL]::uuid[], ARRAY[payload], ARRAY[hash]
     FROM json_to_recordset($1) AS e(chain text, seq int, type text, at timestamptz, payload text, hash text)`,
    [JSON.stringify(links)],
  )
  const signature = createSigner(TEST_AUDIT_KEY).signHead(sessionId, { seq: count, hash })
  const set = 'UPDATE "SessionHead" SET seq = $2, head = $3, signature = $4 WHERE "sessionId" = $1'
  await client.query(set, [sessionId, count, hash, signature])
}
