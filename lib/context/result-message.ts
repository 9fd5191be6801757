import type { Call, Result } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import type { ResultMessage } from '@/lib/domain/solution'
import { decisionOf } from '@/lib/domain/transitions'

/**
 * What the model is told of a Call. Its own call stays in history as it wrote it; the truth stands here:
 * what really ran, who answered, why nothing ran.
 */
export const resultMessage = (call: Call, result: Result): ResultMessage => ({
  role: 'result',
  callId: call.providerCallId,
  tool: call.proposed.tool,
  text: told(call, result),
  isError: result.isError,
})

function told(call: Call, result: Result): string {
  const decision = decisionOf(call)
  switch (result.kind) {
    case 'ok':
    case 'error':
      if (call.method === 'latent') return `Nothing ran: this is your own output.\n${result.text}`
      return changed(call) ? `${whatRan(call)}\nResult:\n${result.text}` : result.text
    case 'denied':
      return decision?.by.type === 'person'
        ? `The person denied this call; it did not run.${reasonOf(decision.reason)}`
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

const reasonOf = (reason: string | undefined): string => (reason ? ` Reason: ${reason}` : '')

const changed = (call: Call): boolean => {
  const { tool, argumentsText } = invocationOf(call)
  return tool !== call.proposed.tool || argumentsText !== call.proposed.argumentsText
}

function whatRan(call: Call): string {
  const { tool, argumentsText } = invocationOf(call)
  return tool === call.proposed.tool
    ? `The person changed the arguments before this call ran. It ran with: ${argumentsText}`
    : `The person ran ${tool} instead of ${call.proposed.tool}, with: ${argumentsText}`
}
