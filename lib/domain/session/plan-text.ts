import { type CodedText, firstOf } from '@/lib/messages/phrase'
import { startOf } from '@/lib/text/truncate'
import type { PlanStep } from './plan'

/** Steps as text, one per line: for a model, a diff or a document. */
export const planText = (steps: PlanStep[]): string => steps.map(line).join('')

function line({ id, title, status, dependsOn }: PlanStep): string {
  const after = dependsOn.length > 0 ? ` (after ${dependsOn.join(', ')})` : ''
  return `[${status}] ${id}: ${title.replace(/\s+/g, ' ').trim()}${after}\n`
}

const MOST = 8
const TITLE = 80

/** The changes between two Plans, in words; `[]` if there are none. */
export function planChanges(before: PlanStep[], after: PlanStep[]): CodedText[] {
  const was = new Map(before.map(step => [step.id, step]))
  const is = new Map(after.map(step => [step.id, step]))
  const removed = before.filter(({ id }) => !is.has(id)).map(step => stepWords('Removed', step))
  const changed = after.flatMap((step): CodedText[] => {
    const earlier = was.get(step.id)
    return earlier ? changesOf(earlier, step) : [stepWords('Added', step)]
  })
  const unchanged = (steps: PlanStep[]) =>
    steps.flatMap(({ id }) => (was.has(id) && is.has(id) ? [id] : [])).join('\n')
  const moved: CodedText[] = unchanged(before) === unchanged(after) ? [] : [{ code: 'correction.stepOrder' }]
  return firstOf([...removed, ...changed, ...moved], MOST, 'correction.more')
}

const stepWords = (what: 'Removed' | 'Added' | 'Depends', { title }: PlanStep): CodedText => ({
  code: `correction.step${what}`,
  params: { title: inLine(title) },
})

function changesOf(was: PlanStep, is: PlanStep): CodedText[] {
  const changes: CodedText[] = []
  const title = inLine(is.title)
  if (was.title !== is.title)
    changes.push({ code: 'correction.stepRenamed', params: { before: inLine(was.title), after: title } })
  if (was.status !== is.status)
    changes.push({ code: 'correction.stepStatus', params: { title, status: is.status } })
  if (was.dependsOn.join('\n') !== is.dependsOn.join('\n')) changes.push(stepWords('Depends', is))
  return changes
}

const inLine = (title: string): string => startOf(title.replace(/\s+/g, ' ').trim(), TITLE)
