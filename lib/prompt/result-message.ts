import type { Call, Result } from '@/lib/domain/call/call'
import { decisionOf, invocationOf } from '@/lib/domain/call/call-state'
import type { ResultMessage } from '@/lib/domain/call/solution'
import { truncate } from '@/lib/text/truncate'

/**
 * What the model is told about a Call. Its own call stays in the history as it wrote it; the truth is here: what
 * really ran, who answered, why nothing ran. A person's changes are cut to the limit of a Result, as the Result
 * already is.
 */
export const resultMessage = (
  call: Call,
  result: Result,
  { resultChars }: { resultChars: number },
): ResultMessage => ({
  role: 'result',
  callId: call.providerCallId,
  tool: call.proposed.tool,
  text: resultText(call, result, resultChars),
  isError: result.isError,
  ...(result.kind === 'ok' && result.images ? { images: result.images } : {}),
})

function resultText(call: Call, result: Result, most: number): string {
  const decision = decisionOf(call)
  switch (result.kind) {
    case 'ok':
    case 'error':
      if (call.method === 'latent') return `Nothing ran: this is your own output.\n${result.text}`
      return changed(call) ? `${whatRan(call, most)}\nResult:\n${result.text}` : result.text
    case 'denied':
      return decision?.by.type === 'person'
        ? `The person denied this call; it did not run.${reasonOf(decision.reason, most)}`
        : `This call was refused; it did not run. ${result.text}`
    case 'answered':
      return decision?.kind === 'mark_done'
        ? `It was interrupted while it ran; the person says that it was done.\n${result.text}`
        : `The person answered in the tool's place; the tool did not run. The answer:\n${result.text}`
    case 'expired':
    case 'not_run':
    case 'unknown':
      return result.text
    default:
      return result.kind satisfies never
  }
}

const reasonOf = (reason: string | undefined, most: number): string =>
  reason ? ` Reason: ${truncate(reason, most).text}` : ''

const changed = (call: Call): boolean => {
  const { tool, argumentsText } = invocationOf(call)
  return tool !== call.proposed.tool || argumentsText !== call.proposed.argumentsText
}

function whatRan(call: Call, most: number): string {
  const { tool, argumentsText: whole } = invocationOf(call)
  const argumentsText = truncate(whole, most).text
  const hook = call.hooks?.findLast(run => run.argumentsText === whole)
  if (hook)
    return `The hook ${hook.hook} changed the arguments before this call ran. It ran with: ${argumentsText}`
  return tool === call.proposed.tool
    ? `The person changed the arguments before this call ran. It ran with: ${argumentsText}`
    : `The person ran ${tool} instead of ${call.proposed.tool}, with: ${argumentsText}`
}
