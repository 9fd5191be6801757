import { openaiChat } from '@/lib/model/ai-sdk/compatible'
import { data, type Speech } from './speech'

const USAGE = {
  prompt_tokens: 20,
  prompt_tokens_details: { cached_tokens: 8 },
  completion_tokens: 9,
  completion_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 29,
}

const chunk = (delta: object, finish_reason: string | null = null): string =>
  data({
    ...{ id: 'chatcmpl_1', object: 'chat.completion.chunk', created: 1, model: 'gpt-6.1-sol' },
    choices: [{ index: 0, delta, finish_reason }],
  })

const piece = (index: number, text: string, head: object = {}): string =>
  chunk({ tool_calls: [{ index, ...head, function: { ...nameIn(head), arguments: text } }] })

const nameIn = (head: object): object => ('name' in head ? { name: head.name } : {})

const end = (reason: string): string =>
  `${chunk({}, reason) + data({ id: 'chatcmpl_1', choices: [], usage: USAGE })}data: [DONE]\n\n`

export const openaiChatSpeech: Speech = {
  kind: openaiChat,
  model: 'gpt-6.1-sol',
  begin: chunk({ role: 'assistant', content: '' }),
  text: content => chunk({ content }),
  thought: null,
  call: ([id, name, text], place = 0) =>
    piece(place, '', { id, type: 'function', name }) +
    piece(place, text.slice(0, 4)) +
    piece(place, text.slice(4)),
  halfCall: null,
  end: how => end({ text: 'stop', calls: 'tool_calls', length: 'length', filtered: 'content_filter' }[how]),
  refusedEnd: chunk({ refusal: 'No.' }) + end('tool_calls'),
  error: ({ type, message }) => data({ error: { message, type, code: null, param: null } }),
  usage: { inputTokens: 20, outputTokens: 9, cachedTokens: 8, reasoningTokens: 4 },
}
