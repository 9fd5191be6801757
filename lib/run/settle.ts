import { resultMessage } from '@/lib/context/result-message'
import type { Call, Result, ResultKind, SettledCall } from '@/lib/domain/call'
import { callLine } from '@/lib/domain/call-line'
import { isByPerson } from '@/lib/domain/call-state'
import { settled } from '@/lib/domain/transitions'
import { changeCall } from './change-call'
import { tellActs } from './correct'
import type { Deps } from './deps'
import { keepOutput } from './keep-output'
import { addEntry } from './transcript'
import type { Write } from './write'

/**
 * Gives a Call its one Result: the row, the Event, and the entry that the model and people read. `before` is
 * the Call as it was last told, where it has changed since.
 */
export async function settle(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  about: Of & { call: Call; before?: Call; result: Result },
): Promise<SettledCall> {
  const after = settled(about.call, about.result, write.now)
  const before = about.before ?? about.call
  await changeCall(write, { before, after })
  write.emit('call.ended', { call: after }, before)
  await addResultEntry(deps, write, { ...about, call: after })
  return after
}

/** The Run that a Call belongs to, where it belongs to one. */
type Of = { runId?: string | undefined }

/** The Result in the transcript. What a person asked for is no answer to the model, which is told of it apart. */
export async function addResultEntry(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  about: Of & { call: SettledCall },
): Promise<void> {
  const { call } = about
  const entry = {
    id: deps.newId(),
    runId: about.runId,
    kind: 'result' as const,
    text: call.result.text,
    callId: call.id,
    call: callLine(call),
  }
  await addEntry(write, entry, isByPerson(call) ? undefined : resultMessage(call, call.result))
  if (isByPerson(call)) await tellActs(deps, write, call.setId)
  await keepOutput(deps, write, { call, runId: about.runId })
}

/** A Result of nothing having run, in words. */
export const nothingRan = (kind: Exclude<ResultKind, 'ok' | 'answered'>, text: string): Result => ({
  kind,
  text,
  isError: kind === 'error',
})
