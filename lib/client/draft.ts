import type { Delta, Event } from '@/lib/domain/event'

/**
 * Text on its way. `number` is the Request of `runId` that is speaking, `done` the last one that has ended.
 * Pieces come on another way than events and may overtake them, or come after the end; those are dropped.
 * `outputs` are those of Calls that run.
 */
export type Draft = {
  runId: string
  number: number
  done: number
  text: string
  reasoning: string
  outputs: Record<string, string>
}

export const EMPTY_DRAFT: Draft = { runId: '', number: 0, done: 0, text: '', reasoning: '', outputs: {} }

/** Puts a piece in its place. A repeat changes nothing; a piece behind a gap is left for the whole to come. */
export function applyDelta(draft: Draft, delta: Delta): Draft {
  if (delta.type === 'call.output.delta') {
    const { callId, offset, text } = delta.data
    return { ...draft, outputs: { ...draft.outputs, [callId]: placed(draft.outputs[callId], offset, text) } }
  }
  const { runId, number, offset, text } = delta.data
  if (number <= draft.done || number < draft.number) return draft
  const base = number === draft.number ? draft : { ...draft, runId, number, text: '', reasoning: '' }
  return delta.type === 'text.delta'
    ? { ...base, text: placed(base.text, offset, text) }
    : { ...base, reasoning: placed(base.reasoning, offset, text) }
}

/** True where something between what is known and this piece never came. */
export function isBehindGap(draft: Draft, delta: Delta): boolean {
  if (delta.type === 'call.output.delta') {
    return delta.data.offset > (draft.outputs[delta.data.callId] ?? '').length
  }
  const { number, offset } = delta.data
  if (number <= draft.done || number < draft.number) return false
  const known = delta.type === 'text.delta' ? draft.text : draft.reasoning
  return offset > (number === draft.number ? known.length : 0)
}

function placed(known = '', offset: number, text: string): string {
  if (offset > known.length || offset + text.length <= known.length) return known
  return known.slice(0, offset) + text
}

/** A durable fact takes the place of the text that announced it; a failed attempt begins again. */
export function settleDraft(draft: Draft, event: Event): Draft {
  switch (event.type) {
    case 'request.ended':
      return { ...draft, done: Math.max(draft.done, event.data.number) }
    case 'message.added':
      return event.data.entry.kind === 'assistant' && draft.number <= draft.done ? silent(draft) : draft
    case 'run.changed':
      return event.data.run.retryAt && event.data.run.id === draft.runId ? silent(draft) : draft
    case 'run.ended':
      return event.data.run.id === draft.runId
        ? { ...silent(draft), done: Math.max(draft.done, draft.number) }
        : draft
    case 'call.ended': {
      const { [event.data.call.id]: _, ...outputs } = draft.outputs
      return { ...draft, outputs }
    }
    default:
      return draft
  }
}

const silent = (draft: Draft): Draft => ({ ...draft, text: '', reasoning: '' })
