import type { Call } from '@/lib/domain/call/call'
import { publicRun, type RunRow } from '@/lib/domain/run/run'
import type { State, StateOutcome } from '@/lib/domain/session/state'
import { saveCall } from '@/lib/store/call/call'
import { insertState, type KeptState, stateOf } from '@/lib/store/memory/state'
import { saveRun } from '@/lib/store/session/run'
import type { Write } from './write'

type RunEvent = 'run.started' | 'run.waiting' | 'run.ended' | 'run.changed'

/** Stores a Run's change and, where others can see it, tells it: the row and the Event never differ. */
export function changeRun(write: Write, change: { before: RunRow; after: RunRow; as?: RunEvent }): RunRow {
  saveRun(write.rows, change)
  write.work.changeRun(change.after)
  const before = publicRun(change.before)
  const run = publicRun(change.after)
  const visible = JSON.stringify(before) !== JSON.stringify(run)
  if (change.as || visible) write.emit(change.as ?? 'run.changed', { run })
  return change.after
}

/** Stores a Call as it has become. What is told of it is said by whoever changes it. */
export function changeCall(write: Write, change: { before: Call; after: Call }): void {
  saveCall(write.rows, change)
  write.work.changeCall(change.after)
}

type StateChanged = { before: State; outcome: StateOutcome; revision?: number }

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
  if (!outcome.ok || JSON.stringify(outcome.state) === JSON.stringify(before)) return { before, outcome }
  const revision = last + 1
  insertState(write.rows, write.row.id, { revision, state: outcome.state, callId, at: write.now })
  write.work.state = { revision, state: outcome.state }
  write.emit('state.changed', { state: outcome.state, revision, ...(callId === undefined ? {} : { callId }) })
  return { before, outcome, revision }
}
