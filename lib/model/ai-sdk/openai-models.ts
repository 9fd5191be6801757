import type { KnownModel } from './provider'

const LIMITS = { contextWindow: 1_050_000, maxOutput: 128_000 }

/**
 * As of November 2026, for both APIs. Their prices rise with the length of the conversation, which one price
 * cannot say, so none stand here.
 */
export const OPENAI_MODELS: KnownModel[] = [
  { name: 'gpt-6.1-sol', title: 'GPT-6.1 Sol', ...LIMITS },
  { name: 'gpt-6.1-terra', title: 'GPT-6.1 Terra', ...LIMITS },
  { name: 'gpt-6-astra', title: 'GPT-6 Astra' },
  { name: 'gpt-6-luna', title: 'GPT-6 Luna', ...LIMITS },
  { name: 'gpt-5.6', title: 'GPT-5.6' },
  { name: 'gpt-5.4-mini', title: 'GPT-5.4 mini' },
]
