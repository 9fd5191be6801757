import type { PlanStep } from '@/lib/domain/session/plan'

/** A new step, under an id that none of the others has. */
export function withNewStep(steps: PlanStep[]): PlanStep[] {
  const ids = new Set(steps.map(({ id }) => id))
  let number = steps.length + 1
  while (ids.has(`step-${number}`)) number += 1
  return [...steps, { id: `step-${number}`, title: '', status: 'pending', dependsOn: [] }]
}

/** No other step waits for the removed one any more. */
export const withoutStep = (steps: PlanStep[], id: string): PlanStep[] =>
  steps
    .filter(step => step.id !== id)
    .map(step => ({ ...step, dependsOn: step.dependsOn.filter(other => other !== id) }))

/** Moves a step by so many places; it stays if there is no such place. */
export function withMoved(steps: PlanStep[], id: string, by: number): PlanStep[] {
  const from = steps.findIndex(step => step.id === id)
  const to = from + by
  const [step] = steps.slice(from, from + 1)
  if (!step || to < 0 || to >= steps.length) return steps
  const others = steps.toSpliced(from, 1)
  return others.toSpliced(to, 0, step)
}

export const withChanged = (steps: PlanStep[], id: string, change: Partial<PlanStep>): PlanStep[] =>
  steps.map(step => (step.id === id ? { ...step, ...change } : step))

/** Toggles whether a step waits for another. */
export const withDependency = (steps: PlanStep[], id: string, on: string): PlanStep[] =>
  steps.map(step => {
    if (step.id !== id) return step
    const others = step.dependsOn.filter(other => other !== on)
    return { ...step, dependsOn: others.length < step.dependsOn.length ? others : [...others, on] }
  })
