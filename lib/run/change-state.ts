import { patchedState, type State } from '@/lib/domain/state'
import { insertState, stateOf } from '@/lib/store/state'
import type { Write } from './write'

/** Lays a patch over the State as it is now; what changes nothing is not kept. */
export async function changeState(
  write: Write,
  about: { patch: State; path: string; callId?: string },
): Promise<{ before: State; made: ReturnType<typeof patchedState> }> {
  const { state: before, revision: last } = await stateOf(write.tx, write.row.id)
  const made = patchedState(before, about.patch, about.path)
  if (!made.ok || JSON.stringify(made.state) === JSON.stringify(before)) return { before, made }
  const { callId } = about
  const revision = last + 1
  await insertState(write.tx, write.row.id, { revision, state: made.state, callId, at: write.now })
  write.emit('state.changed', { state: made.state, revision, ...(callId === undefined ? {} : { callId }) })
  return { before, made }
}
