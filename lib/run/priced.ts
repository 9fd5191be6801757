import { costOf } from '@/lib/domain/cost'
import type { Prices } from '@/lib/domain/model-info'
import type { ModelAnswer, ModelFailure } from '@/lib/domain/solution'

/** An answer with what it cost, where that is known. */
export function priced(answer: ModelAnswer, prices: Prices | undefined): ModelAnswer {
  if (answer.kind === 'failure' || !prices) return answer
  const { solution } = answer
  return {
    ...answer,
    solution: { ...solution, usage: { ...solution.usage, cost: costOf(solution.usage, prices) } },
  }
}

/** A limit that could not be kept is none: nothing is asked of a model whose price nobody knows. */
export const unpriced = (model: string): ModelFailure => ({
  reason: 'bad_request',
  retryable: false,
  message: `The limit on cost cannot be kept, since the prices of ${model} are not known. Set them, or take the limit off.`,
  text: '',
})
