import type { Call } from '@/lib/domain/call'
import type { Entry } from '@/lib/domain/entry'
import type { EventData, EventType, Fact } from '@/lib/domain/event'
import type { Instant } from '@/lib/domain/instant'
import { later } from '@/lib/domain/instant'
import { Refusal, refuse } from '@/lib/domain/problem'
import type { Run } from '@/lib/domain/run'
import { linkHash } from '@/lib/record/chain'
import { headText } from '@/lib/record/signer'
import type { Tx } from '@/lib/store/database'
import { insertEvents, nounOf, type StoredEvent } from '@/lib/store/event'
import { type Claim, claimOf, findClaim, type OnceKey, putAnswer } from '@/lib/store/idempotency-key'
import { lockSession, lockVersion, type SessionRow, saveSessionCourse } from '@/lib/store/session'
import { lockWork, type Seen, type WorkInHand, workInHand } from '@/lib/store/work-in-hand'
import type { Deps } from './deps'
import { keyConflict } from './key-conflict'
import type { Unit } from './transact'
import { WorkingCopy } from './working-copy'

/**
 * A session under its row lock. `row` is a working copy: what is changed in it, and the Events, are stored
 * together when the body is done. `now` is database time.
 */
export type Write = {
  tx: Tx
  now: Instant
  row: SessionRow
  /** Adds a fact to the session's chain and tells its sequence number. `before`: the subject as it was. */
  emit: <T extends EventType>(type: T, data: EventData<T>, before?: Subject) => number
  /** Whether anything was added. */
  touched: () => boolean
  /** What there is to do, as this transaction has left it so far. */
  work: WorkingCopy
}

type Subject = Run | Call | Entry

/** `wants`: what there is to do is read with the lock. `seen`: all of it is known, if it still is so. */
type About = { sessionId: string; wants?: 'work'; once?: OnceKey | undefined; seen?: Seen | undefined }

/**
 * Locks the session, lets the body write, and stores the chain's new links and the session's course. With `once` the
 * first answer is stored beside its effect, and the same request again gets that answer and has no effect: twins wait
 * for the lock, so that they need not wait for the key. With `seen` the lock is not waited for, and the transaction
 * ends with Moved where the session is no longer as it was seen.
 */
export async function writeSession<T>(
  deps: Pick<Deps, 'bus' | 'clock' | 'signer'>,
  unit: Unit & About,
  body: (write: Write) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const { tx, sessionId, once } = unit
  const locked = await lock(unit)
  if (!locked) return refuse('not_found', 'There is no such session.')
  const claim = once && (locked.claim ?? (await findClaim(tx, once)))
  if (claim?.kind === 'conflict') return keyConflict()
  if (claim?.kind === 'repeated') return claim.answer as T
  const work = new WorkingCopy(locked.work, () => workInHand(tx, sessionId))
  unit.onOther(() => work.forget())
  const now = later(locked.now, deps.clock.offsetMs)
  const { write, events, facts } = openWrite({ tx, now, row: locked.row, work })
  const answer = await body(write)
  if (answer instanceof Refusal) return answer
  if (once) await putAnswer(tx, once, { answer, now: locked.now })
  if (events.length > 0) {
    write.row.updatedAt = write.now
    write.row.signature = deps.signer.sign(
      headText(write.row.id, { seq: write.row.seq, hash: write.row.head }),
    )
    await insertEvents(tx, events)
    unit.afterCommit(() => deps.bus.publish({ kind: 'events', sessionId }, facts))
  }
  await saveSessionCourse(tx, write.row)
  return answer
}

type Locked = { row: SessionRow; now: Instant; work: WorkInHand | null; claim: Claim | null }

async function lock({ tx, sessionId, wants, once, seen, provided }: Unit & About): Promise<Locked | null> {
  if (!seen) return wants === 'work' ? lockWork(tx, sessionId, once) : lockAlone(tx, sessionId)
  provided(lockVersion(tx, { id: sessionId, version: seen.version }))
  const now = later(seen.now, performance.now() - seen.arrived)
  return { row: { ...seen.row }, now, work: seen.work, claim: once ? claimOf(seen.answered, once) : null }
}

/** A fact needs little of what there is to do, and reads it when it does. */
async function lockAlone(tx: Tx, sessionId: string): Promise<Locked | null> {
  const locked = await lockSession(tx, sessionId)
  return locked && { ...locked, work: null, claim: null }
}

type Opened = Pick<Write, 'tx' | 'now' | 'row' | 'work'>

function openWrite(opened: Opened): { write: Write; events: StoredEvent[]; facts: Fact[] } {
  const { row, now } = opened
  const events: StoredEvent[] = []
  const facts: Fact[] = []
  const emit: Write['emit'] = (type, data, before) => {
    const { subject, payload } = payloadOf(type, data, before)
    const link = { chain: row.id, seq: row.seq + 1, type, at: now, payload: JSON.stringify(payload) }
    row.seq = link.seq
    row.head = linkHash(row.head, link)
    events.push({ ...link, subject, hash: row.head })
    facts.push({ type, seq: link.seq, at: now, data })
    return link.seq
  }
  return { write: { ...opened, emit, touched: () => events.length > 0 }, events, facts }
}

/**
 * What is stored of a fact: of its subject only the fields that changed. A Call's schema is known by its
 * definition hash, and the text of a result entry is that of its Call's Result.
 */
function payloadOf(
  type: EventType,
  data: EventData<EventType>,
  before: Subject | undefined,
): { subject: string | undefined; payload: Record<string, unknown> } {
  const noun = nounOf(type)
  const payload: Record<string, unknown> = { ...data }
  const subject = noun && (payload[noun] as Subject | undefined)
  if (!noun || !subject) return { subject: undefined, payload }
  const change = changeOf(before, subject)
  if (noun === 'call') delete change.schema
  if (noun === 'entry' && change.kind === 'result') delete change.text
  return { subject: subject.id, payload: { ...payload, [noun]: change } }
}

/** The fields that differ, `null` for those that went away. */
function changeOf(before: Subject | undefined, after: Subject): Record<string, unknown> {
  const was: Record<string, unknown> = { ...before }
  const is: Record<string, unknown> = { ...after }
  const change: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (was[key] !== is[key] && JSON.stringify(was[key]) !== JSON.stringify(is[key]))
      change[key] = is[key] ?? null
  }
  return change
}
