import { anthropic } from '../ai-sdk/anthropic'
import { event, type Speech } from './speech'

/** Anthropic counts cached input apart from the rest. */
const USAGE = {
  input_tokens: 12,
  cache_read_input_tokens: 8,
  cache_creation_input_tokens: 0,
  output_tokens: 1,
}

const start = (index: number, content_block: object): string =>
  event({ type: 'content_block_start', index, content_block })

const delta = (index: number, value: object): string =>
  event({ type: 'content_block_delta', index, delta: value })

const stop = (index: number): string => event({ type: 'content_block_stop', index })

const end = (stop_reason: string): string =>
  event({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } },
  }) + event({ type: 'message_stop' })

const halfCall = (index: number, head: { id: string; name: string }, text: string): string =>
  start(index, { type: 'tool_use', ...head, input: {} }) +
  [text.slice(0, 4), text.slice(4)]
    .map(partial_json => delta(index, { type: 'input_json_delta', partial_json }))
    .join('')

export const anthropicSpeech: Speech = {
  kind: anthropic,
  model: 'claude-opus-5-5',
  begin:
    event({
      type: 'message_start',
      message: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: USAGE },
      },
    }) + event({ type: 'ping' }),
  text: text => start(1, { type: 'text', text: '' }) + delta(1, { type: 'text_delta', text }) + stop(1),
  thought: (thinking, signature) =>
    start(0, { type: 'thinking', thinking: '', signature: '' }) +
    delta(0, { type: 'thinking_delta', thinking }) +
    delta(0, { type: 'signature_delta', signature }) +
    stop(0),
  call: ([id, name, text], place = 0) => halfCall(2 + place, { id, name }, text) + stop(2 + place),
  halfCall: ([id, name, text]) => halfCall(7, { id, name }, text),
  end: how => end({ text: 'end_turn', calls: 'tool_use', length: 'max_tokens', filtered: 'refusal' }[how]),
  refusedEnd: end('refusal'),
  error: ({ type, message }) => event({ type: 'error', error: { type, message } }),
  usage: { inputTokens: 20, outputTokens: 9, cachedTokens: 8, reasoningTokens: 4 },
}
