import type { KnownModel } from './provider'

const LIMITS = { contextWindow: 1_048_576, maxOutput: 65_536 }

/** As of November 2026. Their prices are introductory or rise with the length of the conversation: none stand here. */
export const GOOGLE_MODELS: KnownModel[] = [
  { name: 'gemini-4-argon', title: 'Gemini 4 Argon', ...LIMITS },
  { name: 'gemini-4-carbon', title: 'Gemini 4 Carbon', ...LIMITS },
  { name: 'gemini-4-hydrogen', title: 'Gemini 4 Hydrogen' },
  { name: 'gemini-3.8-flash', title: 'Gemini 3.8 Flash', contextWindow: 1_000_000, maxOutput: 65_536 },
  { name: 'gemini-2.5-pro', title: 'Gemini 2.5 Pro', ...LIMITS },
  { name: 'gemini-2.5-flash', title: 'Gemini 2.5 Flash', ...LIMITS },
]
