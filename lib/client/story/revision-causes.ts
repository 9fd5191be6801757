import type { PlanRevision, PlanStep } from '@/lib/domain/session/plan'
import type { StateRevision } from '@/lib/domain/session/state-changes'

/** The revision that made a step what it is; `isNew`: it added it. */
export type StepCause = { revision: PlanRevision; isNew: boolean }

/**
 * By the id of each step, which of the revisions changed it last, newest first as they are read. Missing where that was
 * before the oldest of them.
 */
export function stepCauses(revisions: PlanRevision[]): Map<string, StepCause> {
  const causes = new Map<string, StepCause>()
  const oldest = revisions.at(-1)?.revision
  for (const [at, revision] of revisions.entries()) {
    const before = revisions[at + 1]
    if (!before && oldest !== 1) break
    for (const step of revision.steps) {
      const was = before?.steps.find(({ id }) => id === step.id)
      if (causes.has(step.id) || (was && isSame(was, step))) continue
      causes.set(step.id, { revision, isNew: !was })
    }
  }
  return causes
}

const isSame = (one: PlanStep, other: PlanStep): boolean =>
  one.title === other.title &&
  one.status === other.status &&
  one.dependsOn.join(' ') === other.dependsOn.join(' ')

/** Who set the value at a place of the State last, by the revisions, newest first; null where they do not tell. */
export function authorAt(revisions: StateRevision[], pointer: string): 'person' | 'agent' | null {
  const revision = revisions.find(({ changes }) =>
    changes.some(({ path }) => pointer === path || pointer.startsWith(`${path}/`)),
  )
  if (!revision) return null
  return revision.callId === undefined ? 'person' : 'agent'
}
