import type { PlanStep } from './plan'

/** Steps as lines of text, one each: for a model, for a diff, for a document. */
export const planText = (steps: PlanStep[]): string => steps.map(line).join('')

function line({ id, title, status, dependsOn }: PlanStep): string {
  const after = dependsOn.length > 0 ? ` (after ${dependsOn.join(', ')})` : ''
  return `[${status}] ${id}: ${title.replace(/\s+/g, ' ').trim()}${after}\n`
}
