import * as z from 'zod'
import { sha256 } from '@/lib/record/digest'
import type { AnthropicBody } from './anthropic-shape'

/** The conversation that thinking was made in: a digest of each thing that stood before it. */
export const Prefix = z.object({ system: z.string(), tools: z.string(), messages: z.string() })
export type Prefix = z.infer<typeof Prefix>

/** What stands before the message of that index. Marks for the cache and other thinking do not count. */
export const prefixOf = ({ system, tools, messages }: AnthropicBody, end: number): Prefix => ({
  system: digest(typeof system === 'string' ? [{ type: 'text', text: system }] : system),
  tools: digest(tools),
  messages: digest(messages.slice(0, end)),
})

const digest = (value: unknown): string => sha256(JSON.stringify(value ?? [], uncounted))

const uncounted = (key: string, value: unknown): unknown => {
  if (key === 'cache_control') return undefined
  return key === 'content' && Array.isArray(value) ? value.filter(block => !isThinking(block)) : value
}

const Thinking = z.object({ type: z.enum(['thinking', 'redacted_thinking']) })
const isThinking = (block: unknown): boolean => Thinking.safeParse(block).success

const NAMES = {
  system: 'The `system` prompt differs',
  tools: 'The `tools` list differs',
  messages: 'An earlier message differs',
} as const

/** Why thinking does not belong into this conversation; null where nothing before it has changed. */
export function prefixFault(made: Prefix, found: Prefix): string | null {
  const changed = (['system', 'tools', 'messages'] as const).find(name => made[name] !== found[name])
  return changed === undefined
    ? null
    : 'The block is bound to a different conversation. Remove the block, or set ' +
        '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the ' +
        `\`${BINDING_BETA}\` value in the \`anthropic-beta\` header. ${NAMES[changed]} from the one this ` +
        'block was created with.'
}

export const BINDING_BETA = 'thinking-binding-controls-2026-08-01'
