import { openai } from '../ai-sdk/openai'
import { event, type Speech, type WrittenCall } from './speech'

const USAGE = {
  input_tokens: 20,
  input_tokens_details: { cached_tokens: 8 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 29,
}

const response = (type: string, more: object = {}): string =>
  event({ type, response: { id: 'resp_1', created_at: 1, model: 'gpt-6.1-sol', usage: USAGE, ...more } })

type Item = { at: number; added: object; done: object }

const item = ({ at, added, done }: Item, between: string): string =>
  event({ type: 'response.output_item.added', output_index: at, item: added }) +
  between +
  event({ type: 'response.output_item.done', output_index: at, item: { ...added, ...done } })

const message = (id: string, content: object[], between: string): string =>
  item({ at: 1, added: { type: 'message', id, role: 'assistant', content: [] }, done: { content } }, between)

const refusal = (): string => {
  const at = { item_id: 'msg_r', output_index: 1, content_index: 0 }
  const deltas =
    event({ type: 'response.refusal.delta', ...at, delta: 'No.' }) +
    event({ type: 'response.refusal.done', ...at, refusal: 'No.' })
  return message('msg_r', [{ type: 'refusal', refusal: 'No.' }], deltas)
}

const callItem = ([id, name, text]: WrittenCall, place: number): { item: Item; deltas: string } => {
  const at = 2 + place
  const added = { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: '' }
  const deltas = [text.slice(0, 4), text.slice(4)].map(delta =>
    event({
      type: 'response.function_call_arguments.delta',
      ...{ item_id: added.id, output_index: at, delta },
    }),
  )
  return {
    item: { at, added, done: { arguments: text, status: 'completed' } },
    deltas: deltas.join(''),
  }
}

export const openaiSpeech: Speech = {
  kind: openai,
  model: 'gpt-6.1-sol',
  begin: response('response.created') + response('response.in_progress'),
  text: text => {
    const at = { item_id: 'msg_1', output_index: 1, content_index: 0 }
    const delta = event({ type: 'response.output_text.delta', ...at, delta: text })
    return message('msg_1', [{ type: 'output_text', text, annotations: [] }], delta)
  },
  thought: (text, signature) => {
    const at = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
    const told =
      event({ type: 'response.reasoning_summary_part.added', ...at }) +
      event({ type: 'response.reasoning_summary_text.delta', ...at, delta: text }) +
      event({ type: 'response.reasoning_summary_part.done', ...at })
    const summary = text === '' ? [] : [{ type: 'summary_text', text }]
    return item(
      {
        at: 0,
        added: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: '' },
        done: { summary, encrypted_content: signature },
      },
      text === '' ? '' : told,
    )
  },
  call: (call, place = 0) => {
    const written = callItem(call, place)
    return item(written.item, written.deltas)
  },
  halfCall: call => {
    const written = callItem(call, 5)
    const { at, added } = written.item
    return event({ type: 'response.output_item.added', output_index: at, item: added }) + written.deltas
  },
  end: how => {
    const reason = { length: 'max_output_tokens', filtered: 'content_filter', text: null, calls: null }[how]
    return reason
      ? response('response.incomplete', { incomplete_details: { reason } })
      : response('response.completed')
  },
  refusedEnd: refusal() + response('response.completed'),
  error: ({ type, message: words }) =>
    event({
      type: 'error',
      sequence_number: 3,
      error: { type, code: type, message: words, param: null },
    }),
  usage: { inputTokens: 20, outputTokens: 9, cachedTokens: 8, reasoningTokens: 4 },
}
