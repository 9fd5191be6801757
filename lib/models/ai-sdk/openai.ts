import * as z from 'zod'
import type { KnownModel, ProviderKind } from './provider'
import type { ChunkReading } from './reply'

const LIMITS = { contextWindow: 1_050_000, maxOutput: 128_000 }

/**
 * As of November 2026, for both APIs. Prices are omitted: they rise with the length of the conversation, which one
 * price cannot express.
 */
const OPENAI_MODELS: KnownModel[] = [
  { name: 'gpt-6.1-sol', title: 'GPT-6.1 Sol', ...LIMITS },
  { name: 'gpt-6.1-terra', title: 'GPT-6.1 Terra', ...LIMITS },
  { name: 'gpt-6-astra', title: 'GPT-6 Astra' },
  { name: 'gpt-6-luna', title: 'GPT-6 Luna', ...LIMITS },
  { name: 'gpt-5.6', title: 'GPT-5.6' },
  { name: 'gpt-5.4-mini', title: 'GPT-5.4 mini' },
]

/** OpenAI's Responses API. Nothing is stored there: reasoning comes encrypted and is sent back with the history. */
export const openai: ProviderKind = {
  name: 'openai',
  title: 'OpenAI',
  variables: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
  usualPath: '/v1',
  home: 'https://api.openai.com/v1',
  models: OPENAI_MODELS,
  repliesBySchema: /^(ft:)?(gpt-4o(?!.*(2024-05-13|audio|search))|gpt-4\.1|gpt-[5-9](?!.*chat)|o\d)/,
  images:
    /^(ft:)?(gpt-4o(?!.*(audio|search))|gpt-4\.1|gpt-4-turbo|gpt-[5-9]|o1(?!-(mini|preview))|o3(?!-mini)|o4)/,
  wire: ({ url, key }) => ({
    argumentsAsText: true,
    callId: /^[\w-]{1,64}$/,
    bindsCallIds: true,
    languageModel: async (model, fetch) => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL: url, apiKey: key, fetch }).responses(model)
    },
    noneKeepsCache: true,
    options: ({ thinking, cache }) => ({
      openai: {
        store: false,
        reasoningSummary: thinking === 'none' ? null : 'auto',
        ...(cache ? { promptCacheKey: cache.key } : {}),
      },
    }),
    readChunk,
  }),
}

const Refusal = z.object({ type: z.literal('refusal') })

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('response.function_call_arguments.delta'), delta: z.string() }),
  z.object({
    type: z.literal('response.output_item.done'),
    item: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('function_call'),
        call_id: z.string(),
        arguments: z.string(),
        status: z.string(),
      }),
      z.object({ type: z.literal('message'), content: z.array(z.unknown()) }),
    ]),
  }),
  z.object({ type: z.literal('response.content_part.added'), part: Refusal }),
  z.object({ type: z.literal('response.refusal.delta') }),
  z.object({ type: z.literal('response.refusal.done') }),
  z.object({
    type: z.literal('response.incomplete'),
    response: z.object({ incomplete_details: z.object({ reason: z.string() }).nullish() }),
  }),
])

const CUTS = new Map([
  ['max_output_tokens', 'length' as const],
  ['content_filter', 'filtered' as const],
])

/**
 * The SDK lets a Call outweigh a refusal, and treats a response that is incomplete for an unknown reason as complete.
 */
function readChunk(chunk: unknown): ChunkReading {
  const parsed = Event.safeParse(chunk)
  if (!parsed.success) return {}
  const event = parsed.data
  switch (event.type) {
    case 'response.function_call_arguments.delta':
      return { argumentsText: event.delta }
    case 'response.output_item.done':
      return event.item.type === 'function_call'
        ? readCallItem(event.item)
        : { cutReason: event.item.content.some(part => Refusal.safeParse(part).success) ? 'filtered' : null }
    case 'response.incomplete': {
      const reason = event.response.incomplete_details?.reason ?? 'no reason given'
      const cut = CUTS.get(reason)
      return cut ? { cutReason: cut } : { misread: `It is incomplete (${reason}).` }
    }
    default:
      return { cutReason: 'filtered' }
  }
}

const readCallItem = (call: { call_id: string; arguments: string; status: string }): ChunkReading => ({
  whole: { id: call.call_id, text: call.arguments },
  ...(call.status === 'completed' ? {} : { misread: `A Call in it is ${call.status}.` }),
})
