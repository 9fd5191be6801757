import type { State, StateOutcome } from '@/lib/domain/session/state'
import { insertState, type KeptState, stateOf } from '@/lib/store/memory/state'
import type { Write } from './write'

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
