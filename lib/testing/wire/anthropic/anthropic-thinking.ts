import * as z from 'zod'
import { belongingsOf, sameBelongings } from '../belongings'
import type { Ledger } from '../ledger'
import type { Objection } from '../protocol'
import { Prefix, prefixFault, prefixOf } from './anthropic-prefix'
import type { AnthropicBody, AnthropicMessage, AssistantBlock } from './anthropic-shape'

/** What a signature, or the data of redacted thinking, holds: the text it is of and what came with it. */
const Sealed = z.object({
  kind: z.enum(['thinking', 'redacted_thinking']),
  text: z.string(),
  belongings: z.unknown(),
  prefix: Prefix.optional(),
})

export const sealThinking = (ledger: Ledger, sealed: z.infer<typeof Sealed>): string =>
  ledger.seal('messages', sealed)

export const keyOfUse = (id: string): string => `messages ${id}`

/** `bindsPrefix`: this model takes thinking back only behind the conversation it was made in. */
type Judge = { ledger: Ledger; bindsPrefix: boolean }

/** Thinking comes back as it was given out, with its own message; and the last message needs its thinking. */
export function thinkingObjection(body: AnthropicBody, { ledger, bindsPrefix }: Judge): Objection | null {
  const { messages, thinking } = body
  const binding = thinking && 'block_binding' in thinking ? thinking.block_binding : undefined
  const behavior = binding?.prefix_mismatch_behavior ?? (bindsPrefix ? 'error' : 'drop_block')
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const prefix = behavior === 'error' ? prefixOf(body, index) : null
    for (const [place, block] of message.content.entries()) {
      const fault = blockFault(block, message.content, { ledger, prefix })
      if (fault) return { message: `messages.${index}.content.${place}: ${fault}` }
    }
  }
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  const fault = thinking ? missingFault(messages[last], thinking.type, ledger) : null
  return fault ? { message: `messages.${last}.content.0${fault}` } : null
}

type Behind = { ledger: Ledger; prefix: Prefix | null }

function blockFault(
  block: AssistantBlock,
  content: AssistantBlock[],
  { ledger, prefix }: Behind,
): string | null {
  if (block.type !== 'thinking' && block.type !== 'redacted_thinking') return null
  const name = block.type === 'thinking' ? 'signature' : 'data'
  const invalid = `Invalid \`${name}\` in \`${block.type}\` block`
  const seal = block.type === 'thinking' ? block.signature : block.data
  const sealed = Sealed.safeParse(ledger.open('messages', seal))
  if (!sealed.success || sealed.data.kind !== block.type) return invalid
  const isSame = block.type === 'redacted_thinking' || sealed.data.text === block.thinking
  if (!isSame || !sameBelongings(sealed.data.belongings, contentBelongings(content))) return MODIFIED
  const moved = prefix && sealed.data.prefix ? prefixFault(sealed.data.prefix, prefix) : null
  return moved ? `${invalid}. ${moved}` : null
}

const MODIFIED =
  '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These ' +
  'blocks must remain as they were in the original response.'

const contentBelongings = (content: AssistantBlock[]) =>
  belongingsOf(
    content.flatMap(block => (block.type === 'tool_use' ? [block.id] : [])),
    content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join(''),
  )

/**
 * With thinking on, the last assistant message begins with thinking where it has calls, and no block that
 * it was given out with is missing. A script that gave none although it was on asks for none back.
 */
function missingFault(message: AnthropicMessage | undefined, type: string, ledger: Ledger): string | null {
  if (message?.role !== 'assistant' || type === 'disabled') return null
  const uses = message.content.flatMap(block => (block.type === 'tool_use' ? [block.id] : []))
  const first = message.content[0]
  const begins = first?.type === 'thinking' || first?.type === 'redacted_thinking'
  const needed = uses.map(id => ledger.needed(keyOfUse(id))).find(seals => seals.length > 0) ?? []
  const isUnknown = uses.length > 0 && !uses.every(id => ledger.knows(keyOfUse(id)))
  if (!begins && (needed.length > 0 || (isUnknown && type === 'enabled')))
    return (
      `.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first?.type}\`. When \`thinking\` ` +
      'is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost ' +
      'set of `tool_use` and `tool_result` blocks). To avoid this requirement, disable `thinking`.'
    )
  return needed.length > 0 && !needed.includes(foundSeals(message.content)) ? `: ${MODIFIED}` : null
}

/** The seals of all thinking of a message, in order: what its calls were given out with. */
export const sealsOf = (seals: string[]): string => seals.join(' ')

const foundSeals = (content: AssistantBlock[]): string =>
  sealsOf(
    content.flatMap(block => {
      if (block.type === 'thinking') return [block.signature]
      return block.type === 'redacted_thinking' ? [block.data] : []
    }),
  )
