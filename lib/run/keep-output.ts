import type { SettledCall } from '@/lib/domain/call'
import { placedState } from '@/lib/domain/state'
import { statePath } from '@/lib/domain/state-path'
import { changeState } from './change-state'
import type { Deps } from './deps'
import { addNotice } from './transcript'
import type { Write } from './write'

/**
 * Writes the Result of a Call to the place in the State that the Call names, in the transaction that settles it. What
 * failed, was refused or is not known is written nowhere; where it does not fit, the model is told.
 */
export async function keepOutput(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  { call, runId }: { call: SettledCall; runId: string | undefined },
): Promise<void> {
  const { result, outputPath } = call
  const keys = outputPath === undefined ? null : statePath(outputPath)
  if (!keys || (result.kind !== 'ok' && result.kind !== 'answered')) return
  const value = result.value ?? result.text
  const { made } = await changeState(write, {
    make: before => placedState(before, keys, value),
    callId: call.id,
  })
  if (made.ok || runId === undefined) return
  const text = `The result of ${call.tool} was not written to the state at ${outputPath}: ${made.errors[0]?.message ?? ''}`
  const message = { role: 'user' as const, text, aside: true as const }
  await addNotice(write, { id: deps.newId(), runId, text, message })
}
