import type { Delta, Event } from '@/lib/domain/session/event'

/**
 * Text that is still being written. `number` is the Request of `runId` that writes it, in its `attempt`th attempt, `done` the
 * last Request that has ended. Deltas may overtake events, or arrive after the end, when they are dropped. `blocks`: where
 * the blocks of the text begin, if it comes in blocks. `calls`: those that the model is writing, by id. `outputs`: those of
 * running Calls, by id.
 */
export type LiveDraft = {
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

type Reply = Pick<LiveDraft, 'text' | 'blocks' | 'reasoning' | 'calls'>

const NOTHING: Reply = { text: '', blocks: [], reasoning: '', calls: {} }

export const EMPTY_DRAFT: LiveDraft = { runId: '', number: 0, attempt: 0, done: 0, ...NOTHING, outputs: {} }

/** A repeat changes nothing; a delta after a gap is dropped, since the whole text will arrive. */
export function applyDelta(draft: LiveDraft, delta: Delta): LiveDraft {
  if (delta.type === 'call.output.delta') {
    const { callId, offset, text } = delta.data
    const output = insertAt(draft.outputs[callId], offset, text)
    return { ...draft, outputs: { ...draft.outputs, [callId]: output } }
  }
  const { runId, number, attempt, offset, text } = delta.data
  const age = ageOf(draft, delta.data)
  if (age === 'late') return draft
  const base = age === 'same' ? draft : { ...draft, runId, number, attempt, ...NOTHING }
  if (delta.type === 'text.delta') {
    const whole = insertAt(base.text, offset, text)
    return { ...base, text: whole, blocks: withBlock(base.blocks, delta.data.block, whole) }
  }
  if (delta.type === 'reasoning.delta') return { ...base, reasoning: insertAt(base.reasoning, offset, text) }
  const { callId, tool } = delta.data
  const call = { tool, text: insertAt(base.calls[callId]?.text, offset, text) }
  return { ...base, calls: { ...base.calls, [callId]: call } }
}

/** A block after a gap is ignored. */
function withBlock(blocks: number[], begin: number | undefined, text: string): number[] {
  const isNew = begin !== undefined && begin < text.length && !blocks.includes(begin)
  return isNew ? [...blocks, begin] : blocks
}

/** Whether a delta before this one is missing. */
export function isBehindGap(draft: LiveDraft, delta: Delta): boolean {
  if (delta.type === 'call.output.delta') {
    return delta.data.offset > (draft.outputs[delta.data.callId] ?? '').length
  }
  const age = ageOf(draft, delta.data)
  if (age === 'late') return false
  return delta.data.offset > (age === 'same' ? knownOf(draft, delta).length : 0)
}

/** Whether a delta belongs to the current attempt, to an earlier one, or starts a new one. */
function ageOf(draft: LiveDraft, { number, attempt }: { number: number; attempt: number }) {
  if (number <= draft.done) return 'late'
  const newer = number - draft.number || attempt - draft.attempt
  if (newer === 0) return 'same'
  return newer < 0 ? 'late' : 'new'
}

function knownOf(draft: LiveDraft, delta: Exclude<Delta, { type: 'call.output.delta' }>): string {
  if (delta.type === 'call.arguments.delta') return draft.calls[delta.data.callId]?.text ?? ''
  return delta.type === 'text.delta' ? draft.text : draft.reasoning
}

/** The text with a delta at its offset. */
function insertAt(before = '', offset: number, text: string): string {
  if (offset > before.length || offset + text.length <= before.length) return before
  return before.slice(0, offset) + text
}

/** Events replace the text that led up to them; after a failed attempt the text starts again. */
export function settleDraft(draft: LiveDraft, event: Event): LiveDraft {
  switch (event.type) {
    case 'request.ended': {
      const done = Math.max(draft.done, event.data.number)
      return { ...draft, done, ...(draft.number <= done ? { calls: {} } : {}) }
    }
    case 'message.added':
      return event.data.entry.kind === 'assistant' && draft.number <= draft.done ? withoutReply(draft) : draft
    case 'run.changed':
      return event.data.run.retryAt && event.data.run.id === draft.runId ? withoutReply(draft) : draft
    case 'run.ended':
      return event.data.run.id === draft.runId
        ? { ...withoutReply(draft), done: Math.max(draft.done, draft.number) }
        : draft
    case 'call.ended': {
      const { [event.data.call.id]: _, ...outputs } = draft.outputs
      return { ...draft, outputs }
    }
    default:
      return draft
  }
}

export const withoutReply = (draft: LiveDraft): LiveDraft => ({ ...draft, ...NOTHING })
