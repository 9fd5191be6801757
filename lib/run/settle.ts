import { resultMessage } from '@/lib/context/result-message'
import type { Call, Result, ResultKind, SettledCall } from '@/lib/domain/call'
import type { CallLine } from '@/lib/domain/entry'
import { decisionOf, settled } from '@/lib/domain/transitions'
import { saveCall } from '@/lib/store/call'
import { addEntry } from './transcript'
import type { Write } from './write'

/**
 * Gives a Call its one Result: the row, the Event, and the entry that the model and people read. `before` is
 * the Call as it was last told, where it has changed since.
 */
export async function settle(
  write: Write,
  about: { call: Call; before?: Call; runId: string | undefined; entryId: string },
  result: Result,
): Promise<SettledCall> {
  const after = settled(about.call, result, write.now)
  await saveCall(write.tx, after)
  write.emit('call.ended', { call: after }, about.before ?? about.call)
  await addResultEntry(write, after, about)
  return after
}

/** The Result in the transcript. */
export async function addResultEntry(
  write: Write,
  call: SettledCall,
  about: { runId: string | undefined; entryId: string },
): Promise<void> {
  const entry = {
    id: about.entryId,
    runId: about.runId,
    kind: 'result' as const,
    text: call.result.text,
    callId: call.id,
    call: lineOf(call),
  }
  await addEntry(write, entry, resultMessage(call, call.result))
}

function lineOf(call: SettledCall): CallLine {
  const decision = decisionOf(call)
  return {
    tool: call.tool,
    summary: call.preview?.summary ?? '',
    result: call.result.kind,
    decided: decision?.kind,
    by: decision?.by,
    digest: call.digest,
  }
}

/** A Result of nothing having run, in words. */
export const nothingRan = (kind: Exclude<ResultKind, 'ok' | 'answered'>, text: string): Result => ({
  kind,
  text,
  isError: kind === 'error',
})
