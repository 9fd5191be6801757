import type { Delta, Event } from '@/lib/domain/event'

/**
 * Text on its way. `number` is the Request of `runId` that is speaking, for the `attempt`th time, `done` the
 * last one that has ended. Pieces come on another way than events and may overtake them, or come after the
 * end; those are dropped. `blocks`: where the blocks of the text begin, where it comes in such. `calls` are those that the model is writing, by their ids, in its order; `outputs`
 * are those of Calls that run.
 */
export type Draft = {
  runId: string
  number: number
  attempt: number
  done: number
  text: string
  blocks: number[]
  reasoning: string
  calls: Record<string, { tool: string; text: string }>
  outputs: Record<string, string>
}

type Said = Pick<Draft, 'text' | 'blocks' | 'reasoning' | 'calls'>

const NOTHING: Said = { text: '', blocks: [], reasoning: '', calls: {} }

export const EMPTY_DRAFT: Draft = { runId: '', number: 0, attempt: 0, done: 0, ...NOTHING, outputs: {} }

/** Puts a piece in its place. A repeat changes nothing; a piece behind a gap is left for the whole to come. */
export function applyDelta(draft: Draft, delta: Delta): Draft {
  if (delta.type === 'call.output.delta') {
    const { callId, offset, text } = delta.data
    return { ...draft, outputs: { ...draft.outputs, [callId]: placed(draft.outputs[callId], offset, text) } }
  }
  const { runId, number, attempt, offset, text } = delta.data
  const age = ageOf(draft, delta.data)
  if (age === 'late') return draft
  const base = age === 'same' ? draft : { ...draft, runId, number, attempt, ...NOTHING }
  if (delta.type === 'text.delta') {
    const known = placed(base.text, offset, text)
    return { ...base, text: known, blocks: withBlock(base.blocks, delta.data.block, known) }
  }
  if (delta.type === 'reasoning.delta') return { ...base, reasoning: placed(base.reasoning, offset, text) }
  const { callId, tool } = delta.data
  const call = { tool, text: placed(base.calls[callId]?.text, offset, text) }
  return { ...base, calls: { ...base.calls, [callId]: call } }
}

/** Behind a gap there is none yet. */
function withBlock(blocks: number[], begin: number | undefined, text: string): number[] {
  const isNew = begin !== undefined && begin < text.length && !blocks.includes(begin)
  return isNew ? [...blocks, begin] : blocks
}

/** True where something between what is known and this piece never came. */
export function isBehindGap(draft: Draft, delta: Delta): boolean {
  if (delta.type === 'call.output.delta') {
    return delta.data.offset > (draft.outputs[delta.data.callId] ?? '').length
  }
  const age = ageOf(draft, delta.data)
  if (age === 'late') return false
  return delta.data.offset > (age === 'same' ? knownOf(draft, delta).length : 0)
}

/** Whether a piece is of the attempt that is known, of one before it, or begins another. */
function ageOf(draft: Draft, { number, attempt }: { number: number; attempt: number }) {
  if (number <= draft.done) return 'late'
  const newer = number - draft.number || attempt - draft.attempt
  if (newer === 0) return 'same'
  return newer < 0 ? 'late' : 'new'
}

function knownOf(draft: Draft, delta: Exclude<Delta, { type: 'call.output.delta' }>): string {
  if (delta.type === 'call.arguments.delta') return draft.calls[delta.data.callId]?.text ?? ''
  return delta.type === 'text.delta' ? draft.text : draft.reasoning
}

function placed(known = '', offset: number, text: string): string {
  if (offset > known.length || offset + text.length <= known.length) return known
  return known.slice(0, offset) + text
}

/** A durable fact takes the place of the text that announced it; a failed attempt begins again. */
export function settleDraft(draft: Draft, event: Event): Draft {
  switch (event.type) {
    case 'request.ended': {
      const done = Math.max(draft.done, event.data.number)
      return { ...draft, done, ...(draft.number <= done ? { calls: {} } : {}) }
    }
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

const silent = (draft: Draft): Draft => ({ ...draft, ...NOTHING })
