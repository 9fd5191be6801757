import { isOpen } from '@/lib/domain/call/call-state'
import type { ForkPoint } from '@/lib/domain/session/fork'
import { forkMask } from '@/lib/text/fork-ids'
import { json, jsonValue, type Tx } from '../connection/database'
import { Prisma } from '../generated/client'
import type { SessionRow } from './session'

/** From which session to which, and as it was when. `point` has the ids of the fork. */
type ForkCopy = { from: string; to: string; point: ForkPoint }

/**
 * Copies the rows of a session that its record tells of up to the point, within the database. Rows are as they are now:
 * what had not ended then is for the caller to put back.
 */
export async function copyRows(tx: Tx, copy: ForkCopy): Promise<void> {
  const copied = copierOf(copy)
  const statements = [...talkOf(copied, copy), ...callsOf(copied, copy), ...contentsOf(copied, copy)]
  for (const statement of statements) await tx.$executeRaw(statement)
}

/** Columns that are not the same in the fork. */
type Fields = Record<string, Prisma.Sql>

const NOTHING = Prisma.sql`NULL::text`

/** A statement that copies rows of a table, each `o` as it is but for these fields. */
type Copier = (table: string, fields: Fields, where: Prisma.Sql) => Prisma.Sql

const column = (name: string): Prisma.Sql => Prisma.raw(`o."${name}"`)

const idsOf = (to: string, ...names: string[]): Fields =>
  Object.fromEntries(names.map(name => [name, idIn(to, column(name))]))

function talkOf(copied: Copier, { from, to, point }: ForkCopy): Prisma.Sql[] {
  const { seq, last, undone, released } = point
  const ids = (...names: string[]) => idsOf(to, ...names)
  const upTo = (name: string, end: number) => Prisma.sql`${column(name)} <= ${end}`
  const wasUndone = Prisma.sql`${idIn(to, column('id'))} = ANY(${[...undone]}::uuid[])`
  const wasReleased = (name: string) =>
    Prisma.sql`CASE WHEN o.n = ANY(${[...released]}::int[]) THEN ${column(name)} END`
  const release = { releasedBy: wasReleased('releasedBy'), releasedAt: wasReleased('releasedAt') }
  return [
    copied('Run', ids('id', 'continuedFrom'), Prisma.sql`o.id IN (${subjectsOf(from, 'run.queued', seq)})`),
    copied('Request', ids('id', 'runId'), upTo('number', last.ended)),
    copied('Entry', ids('id', 'runId', 'callId'), upTo('seq', seq)),
    copied(
      'Compaction',
      { ...ids('id'), undone: Prisma.sql`CASE WHEN ${wasUndone} THEN o.undone END` },
      upTo('seq', seq),
    ),
    copied('Plan', ids('callId'), upTo('seq', seq)),
    copied('State', ids('callId'), upTo('revision', point.view.stateRevision)),
    // All of them, so that a handle never comes to mean another secret than in what was copied.
    copied('Secret', release, Prisma.sql`true`),
  ]
}

function callsOf(copied: Copier, { from, to, point }: ForkCopy): Prisma.Sql[] {
  const open = point.view.openSets.flatMap(set => set.calls).filter(isOpen)
  const openIds = open.map(call => call.id)
  const decided = open.flatMap(call => call.decisions.map(({ id }) => id))
  const proposed = subjectsOf(from, 'call.proposed', point.seq)
  const among = (name: string, ids: string[]) => Prisma.sql`${idIn(to, column(name))} = ANY(${ids}::uuid[])`
  const voids = Prisma.sql`SELECT jsonb_object_agg(${idIn(to, Prisma.raw('v.key'))}::text, v.value)
    FROM jsonb_each(o.voids) v`
  return [
    copied(
      'CallSet',
      { ...idsOf(to, 'id', 'runId'), stop: NOTHING },
      Prisma.sql`o.id IN (SELECT c."setId" FROM "Call" c WHERE c.id IN (${proposed}))`,
    ),
    copied(
      'Call',
      {
        ...idsOf(to, 'id', 'setId', 'reverts', 'parentCallId'),
        lastOutput: NOTHING,
        heldBy: NOTHING,
        voids: Prisma.sql`CASE WHEN o.voids = '{}' OR ${among('id', openIds)} THEN '{}' ELSE (${voids}) END`,
      },
      Prisma.sql`o.id IN (${proposed})`,
    ),
    copied(
      'Decision',
      idsOf(to, 'id', 'callId'),
      Prisma.sql`${idIn(to, column('callId'))} IN (SELECT c.id FROM "Call" c WHERE c."sessionId" = ${to}::uuid)
        AND (NOT ${among('callId', openIds)} OR ${among('id', decided)})`,
    ),
  ]
}

/** What the record told of by then. */
const subjectsOf = (from: string, type: string, seq: number): Prisma.Sql => Prisma.sql`
  SELECT l.subject FROM "Link" l WHERE l.chain = ${from} AND l.type = ${type} AND l.seq <= ${seq}`

/** Texts, files and pictures that what was copied names by their hashes, and no others. */
function contentsOf(copied: Copier, { to }: ForkCopy): Prisma.Sql[] {
  const hashesIn = (table: string, text: string) => Prisma.sql`SELECT m[1] FROM ${Prisma.raw(`"${table}"`)} t,
    regexp_matches(${Prisma.raw(`(${text})::text`)}, 'sha256:[0-9a-f]{64}', 'g') m WHERE t."sessionId" = ${to}::uuid`
  const sent = Prisma.sql`SELECT unnest(q.append || q.instructions || q.tools) FROM "Request" q
    WHERE q."sessionId" = ${to}::uuid`
  const named = (...sources: Prisma.Sql[]) => Prisma.sql`o.hash IN (${Prisma.join(sources, ' UNION ')})`
  const changes = named(hashesIn('Call', "t.result->'changed'"), hashesIn('Call', "t.result->'changes'"))
  const attached = named(hashesIn('Entry', 't.attachments'), hashesIn('Call', "t.result->'images'"))
  return [
    copied('Blob', {}, named(sent, hashesIn('Run', 't."runContext"'))),
    copied('Content', {}, changes),
    copied('Attachment', {}, attached),
  ]
}

/** The same as `idInFork`, for a column. */
const idIn = (forkId: string, id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (left(${id}::text, 24) || lpad(to_hex(
    ('x' || right(${id}::text, 12))::bit(48)::bigint # ${forkMask(forkId)}::bigint), 12, '0'))::uuid`

const copierOf =
  ({ from, to }: ForkCopy): Copier =>
  (name, fields, where) => {
    const table = Prisma.raw(`"${name}"`)
    const others = Object.entries({ sessionId: Prisma.sql`${to}::uuid`, ...fields }).map(
      ([field, value]) => Prisma.sql`${Prisma.raw(`'${field}'`)}, ${value}`,
    )
    return Prisma.sql`INSERT INTO ${table} SELECT n.* FROM ${table} o,
      LATERAL jsonb_populate_record(o, jsonb_build_object(${Prisma.join(others)})) n
      WHERE o."sessionId" = ${from}::uuid AND ${where} ${name === 'Blob' ? SKIPS : Prisma.empty}`
  }

/** What Events name is kept with them. */
const SKIPS = Prisma.raw('ON CONFLICT DO NOTHING')

/** What its copied record makes of the head of a fork. */
export async function saveForkHead(tx: Tx, row: SessionRow): Promise<void> {
  const { id, seq, head, signature, runs, requests, contextAnnounced } = row
  const [usage, meter] = [jsonValue(row.usage), json(row.meter)]
  const data = { seq, head, signature, runs, requests, contextAnnounced, usage, meter }
  await tx.sessionHead.update({ where: { sessionId: id }, data })
}
