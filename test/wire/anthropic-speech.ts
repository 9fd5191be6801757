import { type Answer, data, event, type Speech } from './speech'

/** A block that begins empty, its deltas, and whether it ends. */
type Block = { begun: object; deltas: object[]; isOpen?: boolean }

function blocksOf({ thought, text, calls, cut }: Answer): Block[] {
  const blocks: Block[] = calls.map(({ id, name, argumentsText, isOpen }) => ({
    begun: { type: 'tool_use', id, name, input: {} },
    deltas: cut(argumentsText).map(partial_json => ({ type: 'input_json_delta', partial_json })),
    isOpen,
  }))
  const deltas = cut(text).map(piece => ({ type: 'text_delta', text: piece }))
  if (text !== '') blocks.unshift({ begun: { type: 'text', text: '' }, deltas })
  if (!thought) return blocks
  const { seal: signature, isHidden } = thought
  if (isHidden) return [{ begun: { type: 'redacted_thinking', data: signature }, deltas: [] }, ...blocks]
  const pieces = cut(thought.text).map(thinking => ({ type: 'thinking_delta', thinking }))
  const begun = { type: 'thinking', thinking: '', signature: '' }
  return [{ begun, deltas: [...pieces, { type: 'signature_delta', signature }] }, ...blocks]
}

const blockFrames = ({ begun, deltas, isOpen }: Block, index: number): string[] => [
  event({ type: 'content_block_start', index, content_block: begun }),
  ...deltas.map(delta => event({ type: 'content_block_delta', index, delta })),
  ...(isOpen ? [] : [event({ type: 'content_block_stop', index })]),
]

/** What was read from a cache is not counted among the input. */
const usageOf = ({ usage }: Answer, output_tokens: number) => ({
  input_tokens: (usage?.inputTokens ?? 0) - (usage?.cachedTokens ?? 0),
  cache_read_input_tokens: usage?.cachedTokens ?? 0,
  cache_creation_input_tokens: 0,
  output_tokens,
  output_tokens_details: { thinking_tokens: usage?.reasoningTokens ?? 0 },
})

const ENDS = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  filtered: 'refusal',
  refused: 'refusal',
}
const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

/** Anthropic's Messages. */
export const anthropicSpeech: Speech = {
  keyHeader: 'x-api-key',
  frames: answer => {
    const { number, finish, usage } = answer
    const head = { id: `msg_${number}`, type: 'message', role: 'assistant', model: 'm', content: [] }
    const message = { ...head, stop_reason: null, usage: usageOf(answer, 1) }
    const delta = { stop_reason: ENDS[finish], stop_sequence: null }
    const counts = usage ? usageOf(answer, usage.outputTokens) : { output_tokens: 0 }
    const begin = [event({ type: 'message_start', message }), event({ type: 'ping' })]
    return {
      content: [...begin, ...blocksOf(answer).flatMap(blockFrames)],
      finish: [event({ type: 'message_delta', delta, usage: counts })],
      closing: [event({ type: 'message_stop' })],
    }
  },
  errorBody: (status, message) => ({ type: 'error', error: { type: TYPES[status] ?? 'api_error', message } }),
  errorFrame: body => `event: error\n${data(body)}`,
  wrongTyped: event({ type: 'content_block_delta', index: 'first', delta: { type: 'text_delta', text: 7 } }),
  models: names => ({ data: names.map(id => ({ type: 'model', id, display_name: id })), has_more: false }),
}
