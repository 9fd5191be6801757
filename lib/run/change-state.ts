import type { Made, State } from '@/lib/domain/state'
import { insertState, stateOf } from '@/lib/store/state'
import type { Write } from './write'

/** Makes another State of the one that there is now; what changes nothing is not kept. */
export async function changeState(
  write: Write,
  about: { make: (before: State) => Made; callId?: string },
): Promise<{ before: State; made: Made; revision?: number }> {
  const { state: before, revision: last } = await stateOf(write.tx, write.row.id)
  const made = about.make(before)
  if (!made.ok || JSON.stringify(made.state) === JSON.stringify(before)) return { before, made }
  const { callId } = about
  const revision = last + 1
  await insertState(write.tx, write.row.id, { revision, state: made.state, callId, at: write.now })
  write.emit('state.changed', { state: made.state, revision, ...(callId === undefined ? {} : { callId }) })
  return { before, made, revision }
}
