import * as z from 'zod'
import { openai } from './openai'
import type { ProviderKind } from './provider'
import type { ChunkReading } from './reply'

/** Any server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, llama.cpp, OpenRouter … */
export const compatible: ProviderKind = {
  name: 'compatible',
  title: 'The server',
  variables: { key: 'COMPATIBLE_API_KEY', address: 'COMPATIBLE_BASE_URL' },
  usualPath: '/v1',
  models: [],
  repliesBySchema: 'configured',
  unnamed: {
    title: 'Any OpenAI-compatible server',
    description: 'Ollama, vLLM, LM Studio, llama.cpp, OpenRouter and others.',
    example: 'compatible:llama3.2',
  },
  wire: ({ url, key, repliesBySchema }) => ({
    argumentsAsText: true,
    callId: /^.{1,64}$/s,
    textResults: true,
    languageModel: async (model, fetch) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: url,
        includeUsage: true,
        supportsStructuredOutputs: repliesBySchema,
        fetch,
        ...(key ? { apiKey: key } : {}),
      })(model)
    },
    readChunk: readChatChunk,
  }),
}

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ arguments: z.string().nullish() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
})

/**
 * Chat completions: the SDK reads the first choice, drops argument deltas that it cannot assign to a Call, and lets a
 * Call outweigh a refusal.
 */
function readChatChunk(chunk: unknown): ChunkReading {
  const parsed = Chunk.safeParse(chunk)
  const delta = parsed.success ? parsed.data.choices[0]?.delta : undefined
  const pieces = delta?.tool_calls?.map(call => call.function.arguments ?? '') ?? []
  return { argumentsText: pieces.join(''), cutReason: delta?.refusal ? 'filtered' : null }
}

/** OpenAI's older API, without reasoning, for servers and accounts without the Responses API. */
export const openaiChat: ProviderKind = {
  ...openai,
  name: 'openai-chat',
  wire: ({ url, key }) => ({
    argumentsAsText: true,
    callId: /^[\w-]{1,40}$/,
    textResults: true,
    languageModel: async (model, fetch) => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL: url, apiKey: key, fetch }).chat(model)
    },
    noneKeepsCache: true,
    options: ({ cache }) => ({
      openai: { store: false, ...(cache ? { promptCacheKey: cache.key } : {}) },
    }),
    readChunk: readChatChunk,
  }),
}
