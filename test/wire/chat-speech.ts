import { type Answer, data, type Speech } from './speech'

const CODES: Record<number, string> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' }

/** What all of OpenAI's kind have in common. */
export const OPENAI_DOOR = {
  keyHeader: 'authorization',
  errorBody: (status: number, message: string) => {
    const type = status >= 500 ? 'server_error' : 'invalid_request_error'
    return { error: { message, param: null, code: CODES[status] ?? null, type } }
  },
  models: (names: string[]) => ({ object: 'list', data: names.map(id => ({ id, object: 'model' })) }),
}

/** The names differ between its APIs. */
export function openaiUsage({ usage }: Answer, [input, output]: [string, string]): object | null {
  if (!usage) return null
  return {
    [`${input}_tokens`]: usage.inputTokens,
    [`${input}_tokens_details`]: { cached_tokens: usage.cachedTokens },
    [`${output}_tokens`]: usage.outputTokens,
    [`${output}_tokens_details`]: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: usage.inputTokens + usage.outputTokens,
  }
}

const ENDS = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  filtered: 'content_filter',
  refused: 'stop',
}
const HEAD = { object: 'chat.completion.chunk', created: 1, model: 'm' }

/** Chat completions. Those of compatible servers show reasoning; OpenAI's own never do. */
export const chatSpeech = (showsReasoning: boolean): Speech => ({
  ...OPENAI_DOOR,
  frames: answer => {
    const { number, thought, text, calls, finish, cut } = answer
    const head = { id: `chatcmpl-${number}`, ...HEAD }
    const chunk = (delta: object, finish_reason: string | null = null): string =>
      data({ ...head, choices: [{ index: 0, delta, finish_reason }] })
    const usage = openaiUsage(answer, ['prompt', 'completion'])
    const content = [
      { role: 'assistant', content: '' },
      ...cut((showsReasoning && thought?.text) || '').map(piece => ({ reasoning_content: piece })),
      ...cut(text).map(piece => ({ [finish === 'refused' ? 'refusal' : 'content']: piece })),
      ...calls.flatMap(({ id, name, argumentsText }, index) => [
        { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
        ...cut(argumentsText).map(piece => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
    ]
    return {
      content: content.map(delta => chunk(delta)),
      finish: [chunk({}, ENDS[finish])],
      closing: [...(usage ? [data({ ...head, choices: [], usage })] : []), 'data: [DONE]\n\n'],
    }
  },
  errorFrame: data,
  wrongTyped: data({ id: 7, object: 'chat.completion.chunk', choices: 'none' }),
})
