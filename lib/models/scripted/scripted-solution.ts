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
  { instructions, messages, tools }: ModelRequest,
  answer: { text: string; reasoning: string; calls: ProposedCall[] },
): Usage {
  const input = [
    instructions,
    ...messages.map(message => message.text + (message.role === 'assistant' ? written(message.calls) : '')),
    ...tools.map(tool => JSON.stringify(tool)),
  ]
  const inputTokens = input.reduce((sum, text) => sum + tokens(text), 0)
  const reasoningTokens = tokens(answer.reasoning)
  const outputTokens = reasoningTokens + tokens(answer.text + written(answer.calls))
  const totalTokens = inputTokens + outputTokens
  return { inputTokens, outputTokens, cachedTokens: 0, reasoningTokens, totalTokens }
}

const tokens = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN)

const written = (calls: ProposedCall[]): string =>
  calls.map(({ tool, argumentsText }) => tool + argumentsText).join('')
