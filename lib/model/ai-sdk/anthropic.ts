import { createAnthropic } from '@ai-sdk/anthropic'
import { TypeValidationError } from 'ai'
import * as z from 'zod'
import type { ModelRequest } from '../model'
import { ANTHROPIC_MODELS } from './anthropic-models'
import type { ProviderKind } from './provider'
import type { Heard } from './reply'

/** Anthropic's Messages API. */
export const anthropic: ProviderKind = {
  name: 'anthropic',
  title: 'Anthropic',
  variables: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  usualPath: '/v1',
  home: 'https://api.anthropic.com/v1',
  models: ANTHROPIC_MODELS,
  repliesBySchema: /claude-((fable|mythos|opus|sonnet|haiku)-5|(opus|sonnet|haiku)-4-[5-9](-|$))/,
  wire: ({ url, key }) => ({
    argumentsAsText: false,
    callId: /^[\w-]{1,64}$/,
    refusesBlankText: true,
    declaresUsedTools: true,
    languageModel: (model, fetch) => createAnthropic({ baseURL: url, apiKey: key, fetch })(model),
    // Every Request repeats the conversation so far: what was read before costs a tenth.
    options: request => ({
      anthropic: {
        cacheControl: { type: 'ephemeral' },
        // Never by a tool that it is made to call: some models refuse that.
        ...(request.replySchema ? { structuredOutputMode: 'outputFormat' } : {}),
        ...thinkingOf(request),
      },
    }),
    heard,
    ignores,
  }),
}

/** Those that think unless told not to, and keep it to themselves unless asked to show it. */
const THINKS = /claude-(fable|mythos|opus|sonnet|haiku)-5/
const ALWAYS_THINKS = /claude-((fable|mythos)-5|opus-5-5)/

/**
 * Those that bind their thinking to all that came before it, and refuse a conversation whose tools,
 * instructions or model are others now, unless told to drop what no longer fits.
 */
const BINDS = /claude-((fable|mythos)-5-[12]|(opus|sonnet|haiku)-5-5)/

/** Those that think by a budget, and refuse to go on thinking after Calls that they did not think about. */
const BUDGETS = /claude-(3|(opus|sonnet|haiku)-4-([015]|2025))/

/** What the SDK does not set by itself for a level of thinking. */
function thinkingOf({ model, thinking, messages }: ModelRequest) {
  if (BUDGETS.test(model)) return goesOnUnthought(messages) ? { thinking: { type: 'disabled' } } : {}
  if (thinking === 'none' ? !ALWAYS_THINKS.test(model) : !THINKS.test(model)) return {}
  const bound = BINDS.test(model) ? { blockBinding: { prefixMismatchBehavior: 'drop_block' } } : {}
  const shown = thinking === 'none' ? {} : { display: 'summarized' }
  return { thinking: { type: 'adaptive', ...shown, ...bound } }
}

const isThought = (part: unknown): boolean =>
  z.object({ type: z.literal('reasoning') }).safeParse(part).success
const Thought = z.object({
  provider: z.literal('anthropic'),
  content: z.array(z.unknown()).refine(parts => parts.some(isThought)),
})

function goesOnUnthought(messages: ModelRequest['messages']): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant')
  if (last?.role !== 'assistant' || last.calls.length === 0) return false
  return !Thought.safeParse(last.verbatim).success
}

const ArgumentsDelta = z.object({
  type: z.literal('content_block_delta'),
  delta: z.object({ type: z.literal('input_json_delta'), partial_json: z.string() }),
})

const Paused = z.object({
  type: z.literal('message_delta'),
  delta: z.object({ stop_reason: z.literal('pause_turn') }),
})

/** The SDK drops argument pieces that belong to no open block, and takes a pause for the end. */
function heard(chunk: unknown): Heard {
  if (Paused.safeParse(chunk).success) return { misread: 'It paused before its end.' }
  const parsed = ArgumentsDelta.safeParse(chunk)
  return parsed.success ? { argumentsText: parsed.data.delta.partial_json } : {}
}

const EVENTS = [
  ...['message_start', 'message_delta', 'message_stop', 'ping', 'error'],
  ...['content_block_start', 'content_block_delta', 'content_block_stop'],
]

const Named = z.object({ type: z.string() })

/** Anthropic may add kinds of events, and asks that the unknown ones be passed over; the SDK reports them. */
function ignores(error: unknown): boolean {
  const event = Named.safeParse(TypeValidationError.isInstance(error) ? error.value : undefined)
  return event.success && !EVENTS.includes(event.data.type)
}
