import type { PlanStep } from './plan'

/** Steps as text, one per line: for a model, a diff or a document. */
export const planText = (steps: PlanStep[]): string => steps.map(line).join('')

function line({ id, title, status, dependsOn }: PlanStep): string {
  const after = dependsOn.length > 0 ? ` (after ${dependsOn.join(', ')})` : ''
  return `[${status}] ${id}: ${title.replace(/\s+/g, ' ').trim()}${after}\n`
}

/** The most changes to name, and the most characters of a title. */
const MOST = 8
const TITLE = 80

/** The changes between two Plans, in words; `[]` if there are none. */
export function planChanges(before: PlanStep[], after: PlanStep[]): string[] {
  const was = new Map(before.map(step => [step.id, step]))
  const is = new Map(after.map(step => [step.id, step]))
  const removed = before.filter(({ id }) => !is.has(id)).map(({ title }) => `removed ${quoted(title)}`)
  const changed = after.flatMap(step => {
    const earlier = was.get(step.id)
    return earlier ? changesOf(earlier, step) : [`added ${quoted(step.title)}`]
  })
  const kept = (steps: PlanStep[]) =>
    steps.flatMap(({ id }) => (was.has(id) && is.has(id) ? [id] : [])).join('\n')
  const moved = kept(before) === kept(after) ? [] : ['changed the order']
  const all = [...removed, ...changed, ...moved]
  return all.length > MOST ? [...all.slice(0, MOST), `and ${all.length - MOST} more`] : all
}

function changesOf(was: PlanStep, is: PlanStep): string[] {
  const title = quoted(was.title)
  return [
    ...(was.title === is.title ? [] : [`renamed ${title} to ${quoted(is.title)}`]),
    ...(was.status === is.status ? [] : [`set ${quoted(is.title)} to ${is.status}`]),
    ...(was.dependsOn.join('\n') === is.dependsOn.join('\n')
      ? []
      : [`changed what ${quoted(is.title)} depends on`]),
  ]
}

function quoted(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim()
  return `“${line.length > TITLE ? `${line.slice(0, TITLE).toWellFormed()}…` : line}”`
}
