import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { ExportFormat } from '@/lib/domain/session/export-format'
import type { TableLanguage } from '@/lib/messages/phrase'
import { ChainCheck, type Link, namedContents } from '@/lib/record/chain'
import { sha256 } from '@/lib/record/digest'
import { AUDIT_FORMAT, SESSION_FORMAT } from '@/lib/record/export-lines'
import { headsLine } from '@/lib/record/kept-heads'
import { findContents } from '@/lib/store/call/contents'
import type { Tx } from '@/lib/store/connection/database'
import { databaseNow } from '@/lib/store/connection/sql'
import { sessionRules } from '@/lib/store/policy/rule'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import {
  exportedAttachments,
  exportedEntries,
  exportedLinks,
  exportedPlans,
  exportedRequests,
  exportedRuns,
  exportedSets,
  exportedStates,
} from '@/lib/store/record/export'
import { type StoredHead, sessionHeads, storedHead } from '@/lib/store/record/record'
import { queueOf } from '@/lib/store/run/queue-item'
import { findSession } from '@/lib/store/session/session'
import { sessionOf } from '@/lib/store/session/session-status'
import type { Deps } from '../process/deps'
import { type Exporting, exportStream } from './export-stream'
import { markdownExport } from './markdown-export'

/** The record of a session, or of everything, as JSON lines that can be verified without this installation. */
export async function exportRecord(
  deps: Deps,
  { sessionId }: { sessionId?: string | undefined },
): Promise<ReadableStream<Uint8Array> | Refusal> {
  if (sessionId === undefined)
    return exportStream(deps, {}, async function* (tx) {
      const exportedAt = await databaseNow(tx, deps.clock.offsetMs)
      // What says that all of it follows comes first, so that a cut end is seen wherever it was cut.
      yield `${JSON.stringify({ format: AUDIT_FORMAT, exportedAt, publicKey: deps.signer.publicKey })}\n`
      for await (const head of sessionHeads(tx)) yield* chainLines(deps, tx, head)
      yield* chainLines(deps, tx, await headIn(tx, INSTALLATION_CHAIN))
    })
  const head = await storedHead(deps.db, sessionId)
  if (!head) return refuse('not_found', { code: 'problem.noSession' })
  return exportStream(deps, { sessionId }, async function* (tx) {
    yield* chainLines(deps, tx, await headIn(tx, sessionId))
  })
}

async function headIn(tx: Tx, chain: string): Promise<StoredHead> {
  const head = await storedHead(tx, chain)
  if (!head) throw new Error('The session was deleted before its record could be exported.')
  return head
}

const HEADS = 100

/** The signed heads of all chains as they are, as they are kept elsewhere. */
export const exportHeads = (deps: Deps): ReadableStream<Uint8Array> =>
  exportStream(deps, {}, async function* (tx) {
    const at = await databaseNow(tx, deps.clock.offsetMs)
    const line = (heads: StoredHead[]): string => headsLine({ at, publicKey: deps.signer.publicKey, heads })
    let heads = [await headIn(tx, INSTALLATION_CHAIN)]
    for await (const head of sessionHeads(tx)) {
      heads.push(head)
      if (heads.length < HEADS) continue
      yield line(heads)
      heads = []
    }
    if (heads.length > 0) yield line(heads)
  })

/** A whole session, at one moment, as a file that is made while it is read. */
export async function exportSession(
  deps: Deps,
  { sessionId, format, language }: { sessionId: string; format: ExportFormat; language: TableLanguage },
): Promise<{ title: string; body: ReadableStream<Uint8Array> } | Refusal> {
  const session = await findSession(deps.db, { id: sessionId })
  if (!session) return refuse('not_found', { code: 'problem.noSession' })
  const body = exportStream(deps, { sessionId }, async function* (tx) {
    const row = await findSession(tx, { id: sessionId })
    if (!row) throw new Error('The session was deleted before it could be exported.')
    const exporting = { deps, tx, row, language }
    if (format === 'md') yield* markdownExport(exporting)
    else if (format === 'json') yield* jsonExport(exporting)
    else yield* chainLines(deps, tx, await headIn(tx, sessionId))
  })
  return { title: session.title, body }
}

async function* jsonExport({ deps, tx, row }: Exporting): AsyncGenerator<string> {
  const begin = {
    format: SESSION_FORMAT,
    exportedAt: await databaseNow(tx, deps.clock.offsetMs),
    session: await sessionOf(tx, row),
    queue: await queueOf(tx, row.id),
    rules: await sessionRules(tx, row.id),
  }
  yield `${JSON.stringify(begin).slice(0, -1)}`
  yield* list('runs', exportedRuns(tx, row.id))
  yield* list('requests', exportedRequests(tx, row.id))
  yield* list('plans', exportedPlans(tx, row.id))
  yield* list('states', exportedStates(tx, row.id))
  yield* list('entries', exportedEntries(tx, row.id))
  yield* list('sets', exportedSets(tx, row.id))
  yield* list('attachments', exportedAttachments(tx, row.id))
  const check = new ChainCheck(row.id)
  yield* list('events', withoutChain(checkedLinks(tx, check)))
  yield `,\n${JSON.stringify(signedHead(deps, await headIn(tx, row.id), check)).slice(1)}\n`
}

async function* withoutChain(links: AsyncGenerator<ExportedLink>): AsyncGenerator<unknown> {
  for await (const { chain: _, ...link } of links) yield link
}

async function* list(name: string, items: AsyncGenerator<unknown>): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let between = '\n'
  for await (const item of items) {
    yield `${between}${JSON.stringify(item)}`
    between = ',\n'
  }
  yield '\n]'
}

/** A link as it is kept, with the texts that it is the first to name, by their hashes. */
type ExportedLink = Link & { hash: string; contents?: Record<string, string> }

/** The links of a chain as they are kept, each looked at on its way. */
async function* checkedLinks(tx: Tx, check: ChainCheck): AsyncGenerator<ExportedLink> {
  const named = new Set<string>()
  for await (const link of exportedLinks(tx, check.chain)) {
    const names = namedContents(link.payload).filter(hash => !named.has(hash))
    const contents = await findContents(tx, check.chain, names)
    const missing = names.find(hash => !contents.has(hash))
    check.add({ ...link, payloadHash: sha256(link.payload), missing })
    for (const hash of contents.keys()) named.add(hash)
    yield contents.size > 0 ? { ...link, contents: Object.fromEntries(contents) } : link
  }
}

/**
 * How long a chain is, its last hash, the signature over both, and the key to check it by; and what came of looking
 * at it while it was exported, which is no proof: `npm run audit` computes it anew.
 */
function signedHead({ signer }: Pick<Deps, 'signer'>, head: StoredHead, check: ChainCheck) {
  const { chain, seq, hash, signature } = head
  const broken = check.end(signer, head)
  return {
    chain,
    head: { seq, hash, signature },
    publicKey: signer.publicKey,
    record: { ok: broken === null, checked: check.checked, ...(broken ? { broken } : {}) },
  }
}

async function* chainLines(deps: Pick<Deps, 'signer'>, tx: Tx, head: StoredHead): AsyncGenerator<string> {
  const check = new ChainCheck(head.chain)
  for await (const link of checkedLinks(tx, check)) yield `${JSON.stringify(link)}\n`
  yield `${JSON.stringify(signedHead(deps, head, check))}\n`
}
