import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { heardInChat } from './chat-chunk'
import type { ProviderKind } from './provider'

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
    languageModel: (model, fetch) =>
      createOpenAICompatible({
        name: 'compatible',
        baseURL: url,
        includeUsage: true,
        supportsStructuredOutputs: repliesBySchema,
        fetch,
        ...(key ? { apiKey: key } : {}),
      })(model),
    heard: heardInChat,
  }),
}
