import * as z from 'zod'
import type { ModelRequest } from '../model'
import type { KnownModel, ProviderKind } from './provider'
import type { ChunkReading } from './reply'

const LIMITS = { contextWindow: 1_000_000, maxOutput: 128_000 }

/** As of November 2026; cached input is what a cache hit costs. */
const ANTHROPIC_MODELS: KnownModel[] = [
  { name: 'claude-sonnet-5-5', title: 'Claude Sonnet 5.5', ...LIMITS, prices: prices(2, 10, 0.2) },
  { name: 'claude-opus-5-5', title: 'Claude Opus 5.5', ...LIMITS, prices: prices(4, 20) },
  { name: 'claude-fable-5-1', title: 'Claude Fable 5.1', ...LIMITS, prices: prices(10, 50) },
  { name: 'claude-haiku-5-5', title: 'Claude Haiku 5.5', ...LIMITS },
  { name: 'claude-opus-5', title: 'Claude Opus 5', ...LIMITS, prices: prices(5, 25, 0.5) },
  { name: 'claude-sonnet-5', title: 'Claude Sonnet 5', ...LIMITS, prices: prices(2, 10, 0.2) },
  {
    name: 'claude-haiku-4-5',
    title: 'Claude Haiku 4.5',
    contextWindow: 200_000,
    maxOutput: 64_000,
    prices: prices(1, 5),
  },
]

function prices(input: number, output: number, cachedInput?: number) {
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) }
}

/** Anthropic's Messages API. */
export const anthropic: ProviderKind = {
  name: 'anthropic',
  title: 'Anthropic',
  variables: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  usualPath: '/v1',
  home: 'https://api.anthropic.com/v1',
  models: ANTHROPIC_MODELS,
  repliesBySchema: /claude-((fable|mythos|opus|sonnet|haiku)-5|(opus|sonnet|haiku)-4-[5-9](-|$))/,
  images: /claude-/,
  wire: ({ url, key }) => ({
    argumentsAsText: false,
    callId: /^[\w-]{1,64}$/,
    bindsCallIds: true,
    refusesBlankText: true,
    declaresUsedTools: true,
    languageModel: async (model, fetch) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL: url, apiKey: key, fetch })(model)
    },
    // Every Request repeats the conversation so far, and cached input costs a tenth. A person may take longer to
    // decide than the default five minutes of the cache; an hour can be requested.
    options: request => ({
      anthropic: {
        cacheControl: { type: 'ephemeral', ...(request.cache?.isLong ? { ttl: '1h' } : {}) },
        // Not by a forced tool call, which some models refuse.
        ...(request.replySchema ? { structuredOutputMode: 'outputFormat' } : {}),
        ...thinkingOf(request),
      },
    }),
    readChunk,
    ignores,
  }),
}

/** Models that think unless told not to, and hide it unless asked to show it. */
const THINKS = /claude-(fable|mythos|opus|sonnet|haiku)-5/
const ALWAYS_THINKS = /claude-((fable|mythos)-5|opus-5-5)/

/**
 * Models that bind their thinking to everything before it, and refuse a conversation whose tools, instructions or
 * model have changed, unless told to drop what no longer fits.
 */
const BINDS = /claude-((fable|mythos)-5-[12]|(opus|sonnet|haiku)-5-5)/

/** Models that think by a budget, and refuse to think after Calls that they made without thinking. */
const BUDGETS = /claude-(3|(opus|sonnet|haiku)-4-([015]|2025))/

/** The options for a thinking level that the SDK does not set by itself. */
function thinkingOf({ model, thinking, messages }: ModelRequest) {
  if (BUDGETS.test(model)) return goesOnUnthought(messages) ? { thinking: { type: 'disabled' } } : {}
  if (thinking === 'none' ? !ALWAYS_THINKS.test(model) : !THINKS.test(model)) return {}
  const bound = BINDS.test(model) ? { blockBinding: { prefixMismatchBehavior: 'drop_block' } } : {}
  const display = thinking === 'none' ? {} : { display: 'summarized' }
  return { thinking: { type: 'adaptive', ...display, ...bound } }
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

const Stop = z.object({ type: z.literal('message_stop') })

/** The SDK drops argument deltas that belong to no open block, and takes a pause for the end. */
function readChunk(chunk: unknown): ChunkReading {
  if (Paused.safeParse(chunk).success) return { misread: 'It paused before its end.' }
  if (Stop.safeParse(chunk).success) return { isEnded: true }
  const parsed = ArgumentsDelta.safeParse(chunk)
  return parsed.success ? { argumentsText: parsed.data.delta.partial_json } : {}
}

const EVENT = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping|error)$/

const UnknownEvent = z.object({
  name: z.literal('AI_TypeValidationError'),
  value: z.object({ type: z.string() }),
})

/** Anthropic may add kinds of events and asks clients to ignore unknown ones; the SDK reports them as errors. */
function ignores(error: unknown): boolean {
  const fault = UnknownEvent.safeParse(error)
  return fault.success && !EVENT.test(fault.data.value.type)
}
