import type { KnownModel } from './provider'

const LIMITS = { contextWindow: 1_000_000, maxOutput: 128_000 }

/** As of November 2026; cached input is what a cache hit costs. */
export const ANTHROPIC_MODELS: KnownModel[] = [
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
