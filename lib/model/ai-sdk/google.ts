import { createGoogle } from '@ai-sdk/google'
import { GOOGLE_MODELS } from './google-models'
import type { ProviderKind } from './provider'

/** Google's Gemini API. */
export const google: ProviderKind = {
  name: 'google',
  title: 'Google',
  variables: { key: 'GOOGLE_GENERATIVE_AI_API_KEY', address: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
  usualPath: '/v1beta',
  home: 'https://generativelanguage.googleapis.com/v1beta',
  models: GOOGLE_MODELS,
  repliesBySchema: /gemini-(2\.5|[3-9]|.*latest)(?!.*(image|tts|audio|computer))/,
  wire: ({ url, key }) => ({
    argumentsAsText: false,
    callId: /^[\w-]{1,64}$/,
    declaresUsedTools: true,
    languageModel: (model, fetch) => createGoogle({ baseURL: url, apiKey: key, fetch })(model),
    options: ({ model, thinking }) => ({
      google: thinking !== 'none' && THINKS.test(model) ? { thinkingConfig: { includeThoughts: true } } : {},
    }),
  }),
}

/** Those that can show their thinking; the others refuse the wish. */
const THINKS = /gemini-(2\.5|[3-9])|gemini-.*latest/
