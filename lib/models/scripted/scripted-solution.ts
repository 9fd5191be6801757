import type { ModelAnswer, ProposedCall, Solution } from '@/lib/domain/call/solution'
import type { Usage } from '@/lib/domain/run/usage'
import { failureOf, type ModelEndpoint } from '../failure'
import type { Fault } from '../fault'
import type { ModelRequest } from '../model'

type ScriptedReply = { text: string; reasoning?: string; calls?: ProposedCall[]; isCut?: boolean }

/**
 * The answer to a request that was streamed to its end. `isCut`: at the output limit, so that its Calls do not count.
 */
export function scriptedSolution(request: ModelRequest, reply: ScriptedReply): ModelAnswer {
  const { text, reasoning = '', isCut: cut = false } = reply
  const calls = reply.calls ?? []
  const solution: Solution = {
    text,
    ...(reasoning ? { reasoning } : {}),
    calls,
    finish: cut ? 'length' : calls.length > 0 ? 'calls' : 'stop',
    usage: estimatedUsage(request, { text, reasoning, calls }),
    message: { role: 'assistant', text, calls: cut ? [] : calls, failures: request.failures },
  }
  return { kind: 'solution', solution }
}

/** A fault, reported exactly as one of a provider would be. */
export function scriptedFailure(request: ModelRequest, fault: Fault, text: string): ModelAnswer {
  const endpoint: ModelEndpoint = {
    title: { code: 'failure.scripted' },
    model: `scripted:${request.model}`,
    keyName: '',
    addressName: '',
    key: undefined,
  }
  return { kind: 'failure', failure: failureOf(fault, { endpoint, text, now: 0 }) }
}

const CHARS_PER_TOKEN = 4

/** An estimate, since nothing here counts tokens, so that meters, limits and prices can be tried out. */
function estimatedUsage(
  request: Pick<ModelRequest, 'instructions' | 'messages' | 'tools'>,
  answer: { text: string; reasoning: string; calls: ProposedCall[] },
): Usage {
  const inputTokens =
    tokens(request.instructions.length) +
    request.messages.reduce(
      (sum, message) =>
        sum + tokens(message.text.length + callChars(message.role === 'assistant' ? message.calls : [])),
      0,
    ) +
    request.tools.reduce((sum, tool) => sum + tokens(JSON.stringify(tool).length), 0)
  const reasoningTokens = tokens(answer.reasoning.length)
  const outputTokens = reasoningTokens + tokens(answer.text.length + callChars(answer.calls))
  return {
    inputTokens,
    outputTokens,
    cachedTokens: 0,
    reasoningTokens,
    totalTokens: inputTokens + outputTokens,
  }
}

const tokens = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN)

const callChars = (calls: ProposedCall[]): number =>
  calls.reduce((sum, call) => sum + call.tool.length + call.argumentsText.length, 0)
