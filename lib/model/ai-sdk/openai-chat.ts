import { createOpenAI } from '@ai-sdk/openai'
import { readChatChunk } from './compatible'
import { openai } from './openai'
import type { ProviderKind } from './provider'

/** OpenAI's older API, without reasoning, for servers and accounts without the Responses API. */
export const openaiChat: ProviderKind = {
  ...openai,
  name: 'openai-chat',
  wire: ({ url, key }) => ({
    argumentsAsText: true,
    callId: /^[\w-]{1,40}$/,
    languageModel: (model, fetch) => createOpenAI({ baseURL: url, apiKey: key, fetch }).chat(model),
    noneKeepsCache: true,
    options: ({ cache }) => ({
      openai: { store: false, ...(cache ? { promptCacheKey: cache.key } : {}) },
    }),
    readChunk: readChatChunk,
  }),
}
