import type { RunRow } from './run'

type Spender = Pick<RunRow, 'limits' | 'usage'>

/** Which budget of a Run is used up, in words for people; null where there is something left, or no budget. */
export function spentBudget({ limits, usage }: Spender): string | null {
  if (limits.tokens !== null && usage.totalTokens >= limits.tokens)
    return `Stopped at the limit of ${number(limits.tokens)} tokens: ${number(usage.totalTokens)} were used.`
  const cost = usage.cost ?? 0
  if (limits.cost !== null && cost >= limits.cost)
    return `Stopped at the limit of $${money(limits.cost)}: $${money(cost)} were spent.`
  return null
}

const number = (value: number): string => value.toLocaleString('en-US')

const money = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
