import { pieces } from '../reply'
import type { AnswerItem } from './responses-answer'

/** An event of the stream, before it gets its number. */
export type ItemEvent = { type: string; [member: string]: unknown }

type Place = { index: number; chunkChars: number | undefined }

/** The events that tell of one item: that it was added, its parts in pieces, and the whole of it at the end. */
export function itemEvents(item: AnswerItem, { index, chunkChars }: Place): ItemEvent[] {
  const at = { output_index: index }
  return [
    { type: 'response.output_item.added', ...at, item: begunItem(item) },
    ...ownEvents(item, { ...at, item_id: item.id }, chunkChars),
    { type: 'response.output_item.done', ...at, item: wholeItem(item) },
  ]
}

type At = { output_index: number; item_id: string }

function ownEvents(item: AnswerItem, at: At, chunkChars?: number): ItemEvent[] {
  switch (item.kind) {
    case 'reasoning':
      return item.shown === null ? [] : summaryEvents(item.shown, at, chunkChars)
    case 'message':
      return textEvents(item, at, chunkChars)
    case 'call':
      return argumentsEvents(item, at, chunkChars)
  }
}

function summaryEvents(text: string, at: At, chunkChars?: number): ItemEvent[] {
  const place = { ...at, summary_index: 0 }
  const part = (value: string) => ({ type: 'summary_text', text: value })
  return [
    { type: 'response.reasoning_summary_part.added', ...place, part: part('') },
    ...pieces(text, chunkChars).map(delta => ({
      type: 'response.reasoning_summary_text.delta',
      ...place,
      delta,
    })),
    { type: 'response.reasoning_summary_text.done', ...place, text },
    { type: 'response.reasoning_summary_part.done', ...place, part: part(text) },
  ]
}

type MessageItem = Extract<AnswerItem, { kind: 'message' }>

function textEvents(item: MessageItem, at: At, chunkChars?: number): ItemEvent[] {
  const place = { ...at, content_index: 0 }
  const name = item.isRefusal ? 'refusal' : 'output_text'
  const extra = item.isRefusal ? {} : { logprobs: [] }
  return [
    { type: 'response.content_part.added', ...place, part: partOf({ ...item, text: '' }) },
    ...pieces(item.text, chunkChars).map(delta => ({
      type: `response.${name}.delta`,
      ...place,
      delta,
      ...extra,
    })),
    { type: `response.${name}.done`, ...place, [item.isRefusal ? 'refusal' : 'text']: item.text, ...extra },
    { type: 'response.content_part.done', ...place, part: partOf(item) },
  ]
}

const partOf = ({ text, isRefusal }: MessageItem) =>
  isRefusal
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', text, annotations: [], logprobs: [] }

function argumentsEvents(
  item: Extract<AnswerItem, { kind: 'call' }>,
  at: At,
  chunkChars?: number,
): ItemEvent[] {
  const { argumentsText, whole, name } = item.call
  const deltas = whole ? [argumentsText] : pieces(argumentsText, chunkChars)
  return [
    ...deltas.map(delta => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
    { type: 'response.function_call_arguments.done', ...at, name, arguments: argumentsText },
  ]
}

function begunItem(item: AnswerItem): unknown {
  switch (item.kind) {
    case 'reasoning':
      return { type: 'reasoning', id: item.id, summary: [] }
    case 'message':
      return { type: 'message', id: item.id, status: 'in_progress', role: 'assistant', content: [] }
    case 'call':
      return { ...callItem(item), arguments: '', status: 'in_progress' }
  }
}

const callItem = ({ id, call }: Extract<AnswerItem, { kind: 'call' }>) => ({
  type: 'function_call',
  id,
  call_id: call.id,
  name: call.name,
  arguments: call.argumentsText,
  status: 'completed',
})

/** The item as it stands in the finished answer, and as it comes back in the next request. */
export function wholeItem(item: AnswerItem): unknown {
  switch (item.kind) {
    case 'reasoning': {
      const summary = item.shown === null ? [] : [{ type: 'summary_text', text: item.shown }]
      const encrypted = item.encrypted === null ? {} : { encrypted_content: item.encrypted }
      return { type: 'reasoning', id: item.id, summary, ...encrypted }
    }
    case 'message':
      return { type: 'message', id: item.id, status: 'completed', role: 'assistant', content: [partOf(item)] }
    case 'call':
      return callItem(item)
  }
}
