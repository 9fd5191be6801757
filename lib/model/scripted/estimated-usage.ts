import type { ProposedCall } from '@/lib/domain/solution'
import type { Usage } from '@/lib/domain/usage'
import type { ModelRequest } from '../model'

const CHARS_PER_TOKEN = 4

/** Nothing here counts tokens: an estimate, so that meters, limits and prices can be seen at work. */
export function estimatedUsage(
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
