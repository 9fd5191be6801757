import type { KnownModel, ProviderKind } from './provider'

const LIMITS = { contextWindow: 1_048_576, maxOutput: 65_536 }

/** As of November 2026. Prices are omitted: they are introductory or rise with the length of the conversation. */
const GOOGLE_MODELS: KnownModel[] = [
  { name: 'gemini-4-argon', title: 'Gemini 4 Argon', ...LIMITS },
  { name: 'gemini-4-carbon', title: 'Gemini 4 Carbon', ...LIMITS },
  { name: 'gemini-4-hydrogen', title: 'Gemini 4 Hydrogen' },
  { name: 'gemini-3.8-flash', title: 'Gemini 3.8 Flash', contextWindow: 1_000_000, maxOutput: 65_536 },
  { name: 'gemini-2.5-pro', title: 'Gemini 2.5 Pro', ...LIMITS },
  { name: 'gemini-2.5-flash', title: 'Gemini 2.5 Flash', ...LIMITS },
]

/** Google's Gemini API. */
export const google: ProviderKind = {
  name: 'google',
  title: 'Google',
  variables: { key: 'GOOGLE_GENERATIVE_AI_API_KEY', address: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
  usualPath: '/v1beta',
  home: 'https://generativelanguage.googleapis.com/v1beta',
  models: GOOGLE_MODELS,
  repliesBySchema: /gemini-(2\.5|[3-9]|.*latest)(?!.*(image|tts|audio|computer))/,
  images: /gemini-/,
  wire: ({ url, key }) => ({
    argumentsAsText: false,
    callId: /^[\w-]{1,64}$/,
    declaresUsedTools: true,
    languageModel: async (model, fetch) => {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ baseURL: url, apiKey: key, fetch })(model)
    },
    options: ({ model, thinking }) => ({
      google: thinking !== 'none' && THINKS.test(model) ? { thinkingConfig: { includeThoughts: true } } : {},
    }),
  }),
}

/** Models that can show their thinking; others refuse the option. */
const THINKS = /gemini-(2\.5|[3-9])|gemini-.*latest/
