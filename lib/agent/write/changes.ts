import type { Author } from '@/lib/domain/contract/person-item'
import type { Overrides } from '@/lib/domain/run/message'
import type { RunContext } from '@/lib/domain/run/request-record'
import { publicRun, type RunRow } from '@/lib/domain/run/run'
import { queuedRun } from '@/lib/domain/run/run-changes'
import type { State, StateOutcome } from '@/lib/domain/session/state'
import { insertState, type KeptState, stateOf } from '@/lib/store/session/state'
import type { Write } from './write'

/** A new Run in the session's order: the lowest position that has not ended is worked on next. */
export function queueRun(
  write: Write,
  order: {
    overrides: Overrides
    position: number
    by?: Author | undefined
    continuedFrom?: string
    runContext?: RunContext | undefined
    compact?: true
    compactInstructions?: string | undefined
  },
): RunRow {
  const { position, ...options } = order
  const { row, now } = write
  row.runs += 1
  const { id: sessionId, runs: number, limits } = row
  const run = queuedRun({ ...options, id: write.newId(), sessionId, number, limits, now })
  write.work.addRun(run, position)
  write.emit('run.queued', { run: publicRun(run) })
  return run
}

type RunEvent = 'run.started' | 'run.waiting' | 'run.ended' | 'run.changed'

/** Stores a Run's change and, where others can see it, tells it: the row and the Event never differ. */
export function changeRun(write: Write, change: { before: RunRow; after: RunRow; as?: RunEvent }): RunRow {
  write.work.changeRun(change)
  const before = publicRun(change.before)
  const run = publicRun(change.after)
  const visible = JSON.stringify(before) !== JSON.stringify(run)
  if (change.as || visible) write.emit(change.as ?? 'run.changed', { run })
  return change.after
}

type StateChanged = { outcome: StateOutcome; revision?: number }

/** Makes another State of the one that there is now. */
export async function changeState(
  write: Write,
  { make, callId }: { make: (before: State) => StateOutcome; callId: string },
): Promise<StateChanged> {
  const present = write.work.state ?? (await stateOf(write.db, write.row.id))
  return keepState(write, present, { outcome: make(present.state), callId })
}

/** What changes nothing is not kept. */
export function keepState(
  write: Write,
  { state: before, revision: last }: Pick<KeptState, 'state' | 'revision'>,
  { outcome, callId }: { outcome: StateOutcome; callId?: string },
): StateChanged {
  if (!outcome.ok || JSON.stringify(outcome.state) === JSON.stringify(before)) return { outcome }
  const revision = last + 1
  const { state } = outcome
  insertState(write.rows, write.row.id, { revision, state, callId, at: write.now })
  write.work.state = { revision, state }
  write.emit('state.changed', { state, revision, callId })
  return { outcome, revision }
}
