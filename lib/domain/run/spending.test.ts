import { expect, test } from 'vitest'
import { phrase } from '@/lib/messages/phrase'
import { DEFAULT_LIMITS, type Limits } from './limits'
import { addUsage, costOf, spentBudget } from './spending'
import { NO_USAGE, type Usage } from './usage'

const used = (usage: Partial<Usage>, limits: Partial<Limits>) => ({
  usage: { ...NO_USAGE, ...usage },
  limits: { ...DEFAULT_LIMITS, ...limits },
})

const BUDGETS: [what: string, spender: ReturnType<typeof used>, words: string | null][] = [
  ['no budget', used({ totalTokens: 10_000_000, cost: 900 }, {}), null],
  ['tokens left', used({ totalTokens: 999 }, { tokens: 1000 }), null],
  [
    'no tokens left',
    used({ totalTokens: 1200 }, { tokens: 1000 }),
    'limit of 1,000 tokens reached (1,200 used)',
  ],
  ['money left', used({ cost: 0.499 }, { cost: 0.5 }), null],
  ['no money left', used({ cost: 0.5123 }, { cost: 0.5 }), 'limit of $0.50 reached ($0.5123 spent)'],
  ['a cost that is not known', used({}, { cost: 0.5 }), null],
]

test.each(BUDGETS)('%s', (_, spender, words) => {
  const budget = spentBudget(spender)
  const spent = budget && phrase(budget)
  if (words === null) expect(spent).toBeNull()
  else expect(spent).toContain(words)
})

test('cached tokens have their own price where there is one', () => {
  const usage = { ...NO_USAGE, inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 100_000 }
  expect(costOf(usage, { input: 2, output: 10 })).toBeCloseTo(3, 9)
  expect(costOf(usage, { input: 2, output: 10, cachedInput: 0.5 })).toBeCloseTo(2.4, 9)
})

test('what is known of a cost is added up, and what nothing is known of stays unknown', () => {
  expect(addUsage(NO_USAGE, NO_USAGE).cost).toBeUndefined()
  expect(addUsage({ ...NO_USAGE, cost: 0.25 }, NO_USAGE).cost).toBe(0.25)
  expect(addUsage({ ...NO_USAGE, cost: 0.25 }, { ...NO_USAGE, cost: 0.5 }).cost).toBe(0.75)
})
