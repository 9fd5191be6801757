import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as z from 'zod'
import type { ModelInfo } from '@/lib/domain/model-info'
import { failureOf } from '../failure'
import type { Model, Provider } from '../model'
import { readBaseUrl } from './base-url'
import { createStreamingModel, type ProviderWire, type StreamingDeps } from './streaming-model'

export type CompatibleConfig = {
  baseUrl?: string
  apiKey?: string
  /** Names as the server knows them, offered for choice; any other name works too. */
  models: string[]
}

/** Any server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, llama.cpp, OpenRouter … */
export function createCompatible(config: CompatibleConfig, deps: StreamingDeps): Provider {
  const address = readAddress(config)
  return {
    name: 'compatible',
    model: address.ok
      ? createStreamingModel(wireOf(address.url, config.apiKey?.trim()), deps)
      : unusable(address.message, deps),
    list: () => list(config, address.ok ? null : address.message),
    unavailable: () => (address.ok ? null : address.message),
  }
}

const ADDRESS = 'COMPATIBLE_BASE_URL'
const KEY = 'COMPATIBLE_API_KEY'

function readAddress({ baseUrl, apiKey }: CompatibleConfig) {
  if (!baseUrl?.trim()) {
    const message = `Set ${ADDRESS} to the address of the server, for example http://127.0.0.1:11434/v1.`
    return { ok: false as const, message }
  }
  if (!/^[\x21-\x7e]*$/.test(apiKey?.trim() ?? ''))
    return { ok: false as const, message: `${KEY} holds characters that no key has.` }
  const address = readBaseUrl(baseUrl, '/v1')
  return address.ok ? address : { ok: false as const, message: `${ADDRESS} ${address.message}` }
}

const unusable =
  (message: string, deps: StreamingDeps): Model =>
  async ({ model }) => {
    const endpoint = {
      title: 'The compatible server',
      model,
      keyName: KEY,
      addressName: ADDRESS,
      key: undefined,
    }
    const failure = failureOf({ kind: 'not_configured', message }, { endpoint, text: '', now: deps.now() })
    return { kind: 'failure', failure }
  }

function list({ models }: CompatibleConfig, missing: string | null): ModelInfo[] {
  const base = { provider: 'compatible', isDefault: false }
  const unnamed = {
    ...base,
    id: 'compatible:model-name',
    title: 'Any OpenAI-compatible server',
    description: 'Ollama, vLLM, LM Studio, llama.cpp, OpenRouter and others.',
    ready: false,
    unavailable: missing ?? 'Name a model as the server knows it, for example compatible:llama3.2.',
  }
  if (models.length === 0) return [unnamed]
  const state = missing ? { ready: false, unavailable: missing } : { ready: true }
  return models.map(name => ({ ...base, id: `compatible:${name}`, title: name, ...state }))
}

const wireOf = (url: string, key: string | undefined): ProviderWire => ({
  provider: 'compatible',
  argumentsAsText: true,
  endpoint: model => ({
    title: `The server at ${url}`,
    model,
    keyName: KEY,
    addressName: ADDRESS,
    key: key || undefined,
  }),
  languageModel: (model, fetch) =>
    createOpenAICompatible({
      name: 'compatible',
      baseURL: url,
      includeUsage: true,
      fetch,
      ...(key ? { apiKey: key } : {}),
    })(model),
  argumentsIn,
})

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({
          tool_calls: z
            .array(z.object({ function: z.object({ arguments: z.string().nullish() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
})

/** The SDK reads the first choice, and drops argument pieces that it cannot assign to a Call. */
function argumentsIn(chunk: unknown): string {
  const parsed = Chunk.safeParse(chunk)
  const calls = parsed.success ? (parsed.data.choices[0]?.delta.tool_calls ?? []) : []
  return calls.map(call => call.function.arguments ?? '').join('')
}
