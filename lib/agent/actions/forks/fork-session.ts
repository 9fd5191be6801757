import { invocationOf, isByPerson, isExecuting, isOpen, isWaiting } from '@/lib/domain/call/call-state'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { undone, waiting, waitingAsShown } from '@/lib/domain/call/transitions'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { expiryOf } from '@/lib/domain/run/limits'
import type { Run, RunRow } from '@/lib/domain/run/run'
import { endedRun, paused, queuedRun } from '@/lib/domain/run/run-changes'
import { ForkPoint } from '@/lib/domain/session/fork'
import { withoutFull } from '@/lib/domain/session/mode'
import { NEW_TITLE, type Session } from '@/lib/domain/session/session'
import { findCalls, findSets, openSetIds, saveCall } from '@/lib/store/call/call'
import type { Tx } from '@/lib/store/connection/database'
import { Rows } from '@/lib/store/connection/rows'
import { whole } from '@/lib/store/connection/stored'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { findRun, saveRun } from '@/lib/store/run/run'
import { copyRows, saveForkHead } from '@/lib/store/session/fork'
import {
  findSession,
  insertSession,
  type SessionRow,
  saveSessionSettings,
  toSession,
} from '@/lib/store/session/session'
import { sessionOf } from '@/lib/store/session/session-status'
import { callCard } from '../../calls/assess'
import { assessSet } from '../../calls/assess-set'
import { scopeFor } from '../../calls/call-scope'
import { addResultEntry, settle, settleRemaining, withdrawQuestions } from '../../calls/settle'
import { brokenLink } from '../../export/verify-record'
import type { Deps } from '../../process/deps'
import { addNotice } from '../../write/add-entry'
import { changeRun } from '../../write/changes'
import { copyRecord, eventsForFork } from '../../write/copy-record'
import { RecordBroken } from '../../write/installation-chain'
import { transact, type Unit } from '../../write/transaction'
import { type Write, writeSession } from '../../write/write'

/**
 * A new session that goes on from another one as that was after an Event. Its record and its rows up to there are copied,
 * in one transaction; then what was under way there is put to a person again, or ended: nothing runs of itself.
 */
export async function forkSession(
  deps: Deps,
  { sessionId, seq, once }: { sessionId: string; seq: number; once?: OnceKey | undefined },
): Promise<Session | Refusal> {
  const fault = await brokenLink(deps, deps.db, sessionId)
  return makeCopy(deps, once, async ({ tx, at: now }) => {
    const parent = await findSession(tx, { id: sessionId })
    if (!parent) return refuse('not_found', { code: 'problem.noSession' })
    if (seq > parent.seq) {
      const message = `The record of this session has the events 1 to ${parent.seq}.`
      return refuse('invalid_request', message, { errors: [{ path: '/seq', message }] })
    }
    if (fault) throw new RecordBroken(sessionId, fault, false)
    const copy = await copySession(deps, tx, { parent: whole('The session', parent), seq, now })
    // What was read before this is all of the session, since nothing takes only a part of one away.
    if (!(await findSession(tx, { id: sessionId }))) return refuse('not_found', { code: 'problem.noSession' })
    return copy
  })
}

/** A session whose record and rows `copy` writes as those of another one were, and which goes on from there. */
export async function makeCopy(
  deps: Deps,
  once: OnceKey | undefined,
  copy: (unit: Unit) => Promise<Copy | Refusal>,
): Promise<Session | Refusal> {
  let forkId: string | undefined
  const session = await transact<Session>({ ...deps, timeout: LONGEST_MS }, once, async unit => {
    const source = await copy(unit)
    if (source instanceof Refusal) return source
    const sessionId = source.row.id
    const target = { tx: unit.tx, sessionId, isNew: true as const }
    const written = await writeSession(deps, target, write => settleFork(write, source.point))
    if (written instanceof Refusal) return written
    await unit.record({ type: 'session.created', data: { sessionId } })
    unit.afterCommit(() => deps.bus.publish({ kind: 'events', sessionId }))
    unit.afterCommit(() => deps.bus.publish({ kind: 'wake', sessionId }))
    forkId = sessionId
    return sessionOf(unit.tx, written)
  })
  if (forkId && !(session instanceof Refusal) && !deps.whyNotReady()) await renewCards(deps, forkId)
  return session
}

export type Copy = { row: SessionRow; point: ForkPoint }

/** A record of 50,000 events is copied in less. */
const LONGEST_MS = 180_000

/** The session as it was then, whole and signed. */
async function copySession(
  deps: Pick<Deps, 'newId' | 'signer'>,
  tx: Tx,
  { parent, seq, now }: { parent: SessionRow; seq: number; now: string },
): Promise<Copy> {
  const [id, from] = [deps.newId(), parent.id]
  const fork: SessionRow = {
    ...parent,
    id,
    key: undefined,
    archived: false,
    parent: { sessionId: from, seq },
    createdAt: now,
    updatedAt: now,
  }
  await insertSession(tx, fork)
  const point = new ForkPoint(toSession(parent, { state: 'idle', pendingCalls: 0 }))
  const read = (after: number) => eventsForFork(tx, { from, to: id, after, last: seq })
  const head = await copyRecord(tx, { to: id, point, read })
  await copyRows(tx, { from, to: id, point })
  const signature = deps.signer.signHead(id, { seq: point.seq, hash: head })
  const row = { ...restoreSettings(fork, point), head, signature }
  const rows = new Rows()
  saveSessionSettings(rows, row)
  await restoreOpenRows(tx, rows, point)
  await rows.write(tx)
  await saveForkHead(tx, row)
  return { row, point }
}

/** With the settings of then. What a session had told the model is in its conversation, from the first Request on. */
function restoreSettings(row: SessionRow, { view, seq, last }: ForkPoint): SessionRow {
  const { id, key, archived, parent, createdAt, updatedAt, ...session } = view.session
  const { state, pendingCalls, nextCall, unknown, unreadable, ...settings } = session
  return {
    ...row,
    ...settings,
    // What runs unasked does so in its own session alone.
    ...withoutFull(settings),
    title: branchTitle(settings.title),
    // What was not set then is set to nothing.
    persona: settings.persona,
    meter: view.context,
    contextAnnounced: row.contextAnnounced && last.begun > 0,
    runs: last.run,
    requests: last.begun,
    seq,
  }
}

/** “Boats (2)”. One without a message gets its title from its first. */
const branchTitle = (title: string): string =>
  title === NEW_TITLE ? title : title.replace(/( \((\d+)\))?$/, (_, __, n = 1) => ` (${Number(n) + 1})`)

/** What had not ended then is, in the copied rows, as its record told it. */
async function restoreOpenRows(tx: Tx, rows: Rows, { view, runs }: ForkPoint): Promise<void> {
  const calls = new Map(view.openSets.flatMap(set => set.calls.filter(isOpen)).map(call => [call.id, call]))
  for (const before of await findCalls(tx, [...calls.keys()])) {
    const after = calls.get(before.id)
    if (after) saveCall(rows, { before, after })
  }
  for (const run of runs.values()) {
    const before = await findRun(tx, run.id)
    if (!before) continue
    saveRun(rows, { before, after: { ...runAnew(run), runContext: before.runContext } })
  }
}

/** What only the loop knows of a Run its record does not tell: it counts anew. */
export const runAnew = ({ compacting: _, errorMessage: codedText, ...run }: Run): RunRow => ({
  ...queuedRun({ ...run, now: run.queuedAt }),
  ...run,
  answer: run.stopReason && { stopReason: run.stopReason, codedText },
})

/**
 * From here on the fork is a session of its own. Nothing that is recorded runs again: of what was under way, a Call that
 * had not begun waits for a person, one that had begun has an unknown outcome, and a Run without a Call that waits ends.
 */
async function settleFork(write: Write, point: ForkPoint): Promise<SessionRow> {
  write.emit('session.changed', { session: await sessionOf(write.sql, write.row) })
  if (point.request) write.emit('request.ended', { ...point.request, finishReason: 'aborted' })
  // A Result and its place in the transcript go together, also where the fork was asked for between the two.
  for (const { call, isTold } of point.unsaid.values()) {
    if (!isTold) write.emit('call.ended', { call })
    const runId = isByPerson(call) || isElicitation(call) ? undefined : point.view.activeRun?.id
    await addResultEntry(write, { call, runId })
  }
  for (const call of write.work.userSets.flatMap(set => set.calls.filter(isOpen)))
    await settle(write, { call, result: settleRemaining(call, 'forked') })
  await withdrawQuestions(write, write.work.elicitations)
  const { atWork } = write.work
  for (const call of atWork?.calls.filter(isOpen) ?? []) {
    if (isExecuting(call)) {
      await settle(write, { call, runId: atWork?.run.id, result: settleRemaining(call, 'forked') })
      continue
    }
    // A Decision that nothing had begun by is taken back with it.
    const why = call.state === 'waiting' ? call.why : (call.state === 'approved' && call.was) || 'policy'
    const expiresAt =
      why === 'outcome_unknown' || !atWork ? undefined : expiryOf(atWork.run.limits, write.now)
    const before = call.state === 'approved' ? undone(call) : call
    const after = waitingAsShown(before, { why, now: write.now, expiresAt })
    write.work.changeCall({ before: call, after })
    write.emit('call.waiting', { call: after })
  }
  for (const { run } of [...write.work.runs]) {
    if (run.id === atWork?.run.id && write.work.atWork?.calls.some(isWaiting)) {
      const after = paused({ ...run, retryAt: undefined, lastFailure: undefined, stop: undefined }, write.now)
      changeRun(write, { before: run, after, as: 'run.waiting' })
      continue
    }
    // A Run that said something was interrupted, so that a person can continue it.
    const isSaid = point.runsInTranscript.has(run.id)
    const outcome = { stopReason: isSaid ? ('interrupted' as const) : ('cancelled' as const) }
    if (isSaid) addNotice(write, { runId: run.id, codedText: { code: 'notice.forked' }, outcome })
    changeRun(write, { before: run, after: endedRun(run, outcome, write.now), as: 'run.ended' })
  }
  if (point.view.queue.length > 0) write.emit('queue.changed', { items: [] })
  write.row.wakeAt = write.now
  return write.row
}

/** Previews are of files as they are, which may be other ones than then: what waits is looked at as it would be now. */
async function renewCards(deps: Deps, sessionId: string): Promise<void> {
  const row = await findSession(deps.sql, { id: sessionId })
  const sets = await findSets(deps.sql, await openSetIds(deps.sql, sessionId))
  const calls = sets.flatMap(set => set.calls).filter(isWaiting)
  if (!row || calls.length === 0) return
  const scope = scopeFor(row, calls[0])
  const intentions = calls.map(call => ({ call, target: invocationOf(call) }))
  const callIds = new Set(calls.map(({ id }) => id))
  const assessments = await assessSet(deps, scope, { intentions, callIds })
  const cards = calls.flatMap(call => {
    const assessment = assessments.get(call.id)
    const text = invocationOf(call).argumentsText
    const card = assessment && callCard(deps, scope, { call, assessment, text })
    return card && card.digest !== call.digest ? [{ call, card }] : []
  })
  if (cards.length === 0) return
  await writeSession(deps, { sessionId }, async write => {
    for (const { call, card } of cards) {
      const before = write.work.atWork?.calls.find(({ id }) => id === call.id)
      if (!before || !isWaiting(before) || before.digest !== call.digest) continue
      const hashes = new Map(before.preview?.preconditions.map(({ path, hash }) => [path, hash]))
      const now = card.preview.preconditions
      const hasDrifted = now.some(({ path, hash }) => (hashes.get(path) ?? hash) !== hash)
      const why = before.why === 'policy' && hasDrifted ? 'drifted' : before.why
      const after = waiting(before, { why, card, now: write.now, expiresAt: before.expiresAt })
      write.work.changeCall({ before, after })
      write.emit('call.waiting', { call: after })
    }
    return null
  })
}
