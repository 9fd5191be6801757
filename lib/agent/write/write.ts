import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { earliest, type Instant, later } from '@/lib/domain/instant'
import { turnAfter } from '@/lib/domain/job'
import type { Orphan } from '@/lib/domain/run/orphan'
import type { EventData, EventType, Fact } from '@/lib/domain/session/event'
import { isActivity } from '@/lib/domain/session/event-kind'
import { modeAt, withoutFull } from '@/lib/domain/session/mode'
import { headFault, linkHash, missingEvent } from '@/lib/record/chain'
import { insertBlobs, missingContents } from '@/lib/store/call/contents'
import type { Tx } from '@/lib/store/connection/database'
import { Rows } from '@/lib/store/connection/rows'
import type { Sql } from '@/lib/store/connection/sql'
import { type OnceKey, putAnswer } from '@/lib/store/installation/idempotency-key'
import { insertEvents, type StoredEvent } from '@/lib/store/record/event'
import { findOrphans } from '@/lib/store/run/orphan'
import { type SessionRow, saveSessionSettings, swapSession } from '@/lib/store/session/session'
import { sessionOf } from '@/lib/store/session/session-status'
import { readSession, type SessionSnapshot, sessionVersion } from '@/lib/store/session/session-work'
import type { Deps } from '../process/deps'
import { emitHookRuns, type HookDeps } from './ask-hooks'
import { RecordBroken } from './installation-chain'
import { tellObservers } from './observations'
import { payloadOf, type WrittenFields } from './payload'
import { commitRefusal, isRaced, keyConflict, runAfterCommit, VersionConflict } from './transaction'
import { WorkDraft } from './work-draft'

/**
 * What is to be written of a session: `row` as it will be, `rows` beside it, and the Events. Nothing of it is stored
 * before the body is done. `now` is database time.
 */
export type Write = {
  /** What else is read. It shows nothing of what is to be written. */
  db: Tx
  sql: Sql
  rows: Rows
  now: Instant
  newId: () => string
  row: SessionRow
  /** Adds a fact to the session's chain and tells its sequence number. */
  emit: <T extends EventType>(type: T, data: EventData<T>) => number
  work: WorkDraft
  freeRuns: number | null
  /** The stored orphans. A first try reads none: its commit fails where there is one, and the next try reads them. */
  orphans: () => Promise<Orphan[]>
  afterCommit: (action: () => void) => void
}

type Writing = HookDeps &
  Pick<Deps, 'newId' | 'db' | 'sql' | 'bus' | 'time' | 'clock' | 'signer' | 'log' | 'comparesKnown'>

/** A session as it was last read or written here: good for another write, if it still has that version. */
export type SessionHint = { snapshot?: SessionSnapshot | undefined }

/**
 * `known`: what serves for the first try, and what the session is afterwards. `tx`: the transaction that the commit is
 * part of, which ends with VersionConflict where somebody else is faster. `isNew`: the session is made in it, and its
 * chain begins here.
 */
type Target = {
  sessionId: string
  once?: OnceKey | undefined
  hint?: SessionHint | undefined
  tx?: Tx
  isNew?: true
}

type Body<T> = (write: Write) => Promise<T | Refusal>

/**
 * Every write of a session comes this way: read, decide, compare and swap.
 *
 *   read    the session and all there is to do in it, in one statement, without a lock; make sure that its record is
 *           whole at its end
 *   decide  the body gathers rows and Events, and writes nothing
 *   swap    one statement writes all of them, if the session still has the version and the lease epoch that were read
 *
 * Where it has not, somebody else was faster, and all of it is done again on what there is now. A Refusal or an error
 * counts only if nothing has changed meanwhile. Where mode `full` is over, each write ends it before all else. With `once`
 * the first answer is stored beside its effect, and the same request again gets that answer and has no effect.
 */
export async function writeSession<T>(deps: Writing, target: Target, body: Body<T>): Promise<T | Refusal> {
  try {
    const { hint = {} } = target
    for (let tries = 1; ; tries += 1) {
      const snapshot = hint.snapshot
      hint.snapshot = undefined
      const done = await attempt(deps, { ...target, snapshot, isFirst: tries === 1 && !target.tx }, body)
      if ('answer' in done) {
        hint.snapshot = done.next
        return done.answer
      }
      if (target.tx || tries >= TRIES) throw done.conflict
    }
  } catch (error) {
    if (target.tx) throw error
    return commitRefusal(deps, error)
  }
}

/** Whoever loses is followed by somebody who has won: so many in a row are a bug. */
const TRIES = 200

/** What is known is read again after so long, and the clock of the database with it. */
const KNOWN_MS = 1_000

/** `next`: the session as this commit has left it; `conflict`: somebody else was faster. */
async function attempt<T>(
  deps: Writing,
  target: Target & { snapshot: SessionSnapshot | undefined; isFirst: boolean },
  body: Body<T>,
): Promise<{ answer: T | Refusal; next?: SessionSnapshot } | { conflict: unknown }> {
  const { sessionId, once, tx, isFirst } = target
  const sql = tx ?? deps.sql
  if (tx && !target.isNew) {
    // Events of all sessions are in the order of their transactions: one that has written something already may have begun
    // before those whose Events are there.
    const rows = await tx.$queryRaw<{ wrote: boolean }[]>`
      SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote`
    if (rows[0]?.wrote) throw new Error('A transaction writes a session first, or not at all.')
  }
  const sent = deps.time.ask()
  const isKnown = target.snapshot && performance.now() - target.snapshot.arrived < KNOWN_MS
  const read = isKnown && target.snapshot ? target.snapshot : await readSession(sql, sessionId, once)
  if (isKnown && read) await deps.comparesKnown?.(sql, read)
  if (!read) return { answer: refuse('not_found', { code: 'problem.noSession' }) }
  const { seq, head, signature } = read.row
  // Only a session that is being made has an empty record.
  const isEmpty = seq === 0 && !read.last && !target.isNew
  const chainHead = { chain: sessionId, head: { seq, hash: head, signature }, last: read.last }
  const fault = isEmpty ? missingEvent(1) : headFault(deps.signer, chainHead)
  if (fault) throw new RecordBroken(sessionId, fault)
  if (read.claim?.kind === 'conflict') return { answer: keyConflict() }
  if (read.claim?.kind === 'repeated') return { answer: read.claim.answer as T }
  const now = deps.time.take(later(read.now, performance.now() - read.arrived), sent)
  const draft = openWrite(read, { db: tx ?? deps.db, sql, now, newId: deps.newId, isFirst })
  const isUnchanged = async () => (await sessionVersion(sql, sessionId)) === read.row.version
  let answer: T | Refusal
  try {
    await endFullMode(draft.write)
    answer = await body(draft.write)
    const { row } = draft.write
    // Also in a session in which nothing else is due.
    if (row.modeExpiresAt) row.wakeAt = earliest(row.wakeAt, row.modeExpiresAt)
  } catch (error) {
    if (tx || (await isUnchanged())) throw error
    return { conflict: error }
  }
  const conflict = () => ({ conflict: new VersionConflict(sessionId) })
  if (answer instanceof Refusal) return tx || (await isUnchanged()) ? { answer } : conflict()
  if (once) await putAnswer(draft.write.rows, once, { answer, now: read.now })
  try {
    if (!(await commitDraft(deps, { sql, snapshot: read, draft }))) return conflict()
    const { row, work } = draft.write
    const last = { seq: row.seq, hash: row.head }
    return { answer, next: { ...read, row, work: work.result(), last, claim: undefined } }
  } catch (error) {
    if (isRaced(error)) return { conflict: error }
    throw error
  }
}

/** Mode `full` ends by itself: the mode before holds again. */
async function endFullMode({ row, rows, now, sql, emit }: Write): Promise<void> {
  if (modeAt(row, now) === row.mode) return
  Object.assign(row, withoutFull(row))
  // The model is told with its next Request.
  if (row.mode === 'plan') row.contextAnnounced = false
  saveSessionSettings(rows, row)
  emit('session.changed', { session: await sessionOf(sql, row) })
}

/** Writes everything: the Events with the signed end of the chain, and the rows. False where somebody else was faster. */
async function commitDraft(
  deps: Writing,
  { sql, snapshot, draft }: { sql: Sql; snapshot: SessionSnapshot; draft: Draft },
): Promise<boolean> {
  const { write, facts, actions, expectsNoOrphans } = draft
  const { row, rows } = write
  const record: Parameters<typeof tellObservers>[1]['record'] = (runs, { runId, callId }) =>
    writeSession(deps, { sessionId: row.id }, async ({ emit }) => emitHookRuns(emit, runs, { runId, callId }))
  if (facts.length > 0) {
    if (facts.some(({ type }) => isActivity(type))) row.updatedAt = write.now
    const written: WrittenFields = new Map()
    const events: StoredEvent[] = []
    for (const fact of facts) {
      const { subject, text: payload } = await payloadOf(fact, written)
      const { type, seq, at } = fact
      row.head = linkHash(row.head, { chain: row.id, seq, type, at, payload })
      events.push({ chain: row.id, seq, type, subject, at, payload, hash: row.head })
      await turnAfter(payload.length)
    }
    const blobs = [...new Set([...written.values()].filter(blob => blob !== null))]
    const hashes = blobs.map(({ hash }) => hash)
    const missing = new Set(await missingContents(sql, row.id, hashes))
    const fresh = blobs.filter(({ hash }) => missing.has(hash))
    insertBlobs(rows, row.id, fresh)
    insertEvents(rows, events)
    row.signature = deps.signer.signHead(row.id, { seq: row.seq, hash: row.head })
    const holder = (row.leaseHolder ?? snapshot.row.leaseHolder)?.toString()
    actions.unshift(() => deps.bus.publish({ kind: 'events', sessionId: row.id, holder }, facts))
    const { hooks } = write.work
    if (hooks.length > 0) actions.push(() => tellObservers(deps, { hooks, session: row, facts, record }))
  }
  const { row: before, policyVersion } = snapshot
  if (!(await swapSession(sql, { before, policyVersion, expectsNoOrphans, row, rows }))) return false
  runAfterCommit(deps, actions)
  return true
}

type Draft = { write: Write; facts: Fact[]; actions: (() => void)[]; expectsNoOrphans: boolean }

function openWrite(
  snapshot: SessionSnapshot,
  { isFirst, ...target }: Pick<Write, 'db' | 'sql' | 'now' | 'newId'> & { isFirst: boolean },
): Draft {
  const row = { ...snapshot.row, version: snapshot.row.version + 1 }
  const facts: Fact[] = []
  const actions: (() => void)[] = []
  const emit: Write['emit'] = (type, data) => {
    row.seq += 1
    facts.push({ type, seq: row.seq, at: target.now, data } as Fact)
    return row.seq
  }
  const afterCommit = (action: () => void): void => void actions.push(action)
  const rows = new Rows()
  const work = new WorkDraft(snapshot.work, { rows, sessionId: row.id })
  const orphans: Write['orphans'] = async () => {
    draft.expectsNoOrphans = isFirst
    return isFirst ? [] : findOrphans(target.sql)
  }
  const write = { ...target, rows, row, emit, work, freeRuns: snapshot.freeRuns, orphans, afterCommit }
  const draft: Draft = { write, facts, actions, expectsNoOrphans: false }
  return draft
}
