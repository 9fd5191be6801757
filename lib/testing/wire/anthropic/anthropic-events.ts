import { pieces } from '../reply'
import type { Block } from './anthropic-answer'

type BlockEvent = { type: string; [member: string]: unknown }
type Place = { index: number; chunkChars: number | undefined }

/** The events that tell of one content block: its start, empty; its content in pieces; its end. */
export function blockEvents(block: Block, { index, chunkChars }: Place): BlockEvent[] {
  return [
    { type: 'content_block_start', index, content_block: emptyBlock(block) },
    ...deltas(block, chunkChars).map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function emptyBlock(block: Block): unknown {
  switch (block.type) {
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'redacted_thinking':
      return block
    case 'text':
      return { type: 'text', text: '' }
    case 'tool_use':
      return { type: 'tool_use', id: block.call.id, name: block.call.name, input: {} }
  }
}

function deltas(block: Block, chunkChars?: number): unknown[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...pieces(block.thinking, chunkChars).map(thinking => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'redacted_thinking':
      return []
    case 'text':
      return pieces(block.text, chunkChars).map(text => ({ type: 'text_delta', text }))
    case 'tool_use': {
      const { argumentsText, whole } = block.call
      const parts = whole ? [argumentsText] : ['', ...pieces(argumentsText, chunkChars)]
      return parts.map(partial_json => ({ type: 'input_json_delta', partial_json }))
    }
  }
}

/** The block as it stands in the whole answer. Arguments that are no JSON cannot be said there: they are left out. */
export function wholeBlock(block: Block): unknown {
  return block.type === 'tool_use'
    ? { type: 'tool_use', id: block.call.id, name: block.call.name, input: parsed(block.call.argumentsText) }
    : block
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
