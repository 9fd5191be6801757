import type { State, StateOutcome } from '@/lib/domain/session/state'
import { insertState, type KeptState, stateOf } from '@/lib/store/memory/state'
import type { Write } from './write'

type StateChanged = { before: State; made: StateOutcome; revision?: number }

/** Makes another State of the one that there is now. */
export async function changeState(
  write: Write,
  { make, callId }: { make: (before: State) => StateOutcome; callId: string },
): Promise<StateChanged> {
  const present = write.work.state ?? (await stateOf(write.db, write.row.id))
  return keepState(write, present, { made: make(present.state), callId })
}

/** What changes nothing is not kept. */
export function keepState(
  write: Write,
  { state: before, revision: last }: Pick<KeptState, 'state' | 'revision'>,
  { made, callId }: { made: StateOutcome; callId?: string },
): StateChanged {
  if (!made.ok || JSON.stringify(made.state) === JSON.stringify(before)) return { before, made }
  const revision = last + 1
  insertState(write.rows, write.row.id, { revision, state: made.state, callId, at: write.now })
  write.work.state = { revision, state: made.state }
  write.emit('state.changed', { state: made.state, revision, ...(callId === undefined ? {} : { callId }) })
  return { before, made, revision }
}
