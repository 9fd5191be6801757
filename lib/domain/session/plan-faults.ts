import { type FieldError, fieldFault } from '../contract/problem'
import type { GivenStep } from './plan'

const PLAN_BYTES = 100_000

/** What is wrong with steps beyond their schema, by JSON pointer; `[]` if nothing is. */
export function planFaults(steps: GivenStep[]): FieldError[] {
  const faults = idFaults(steps)
  const bytes = new TextEncoder().encode(JSON.stringify(steps)).length
  if (bytes > PLAN_BYTES) {
    const params = { bytes: String(bytes), limit: String(PLAN_BYTES) }
    faults.unshift(fieldFault('/steps', { code: 'fault.planTooLarge', params }))
  }
  const circle = faults.length === 0 && circleIn(steps)
  if (!circle) return faults
  const at = steps.findIndex(step => step.id === circle[0])
  const names = [...circle, circle[0]].join(' → ')
  return [fieldFault(`/steps/${at}/dependsOn`, { code: 'fault.stepCircle', params: { steps: names } })]
}

function idFaults(steps: GivenStep[]): FieldError[] {
  const ids = steps.map(({ id }) => id)
  return steps.flatMap(({ id, dependsOn = [] }, at) => [
    ...(ids.indexOf(id) === at
      ? []
      : [fieldFault(`/steps/${at}/id`, { code: 'fault.stepTwice', params: { id } })]),
    ...dependsOn.flatMap((other, n) =>
      ids.includes(other)
        ? []
        : [fieldFault(`/steps/${at}/dependsOn/${n}`, { code: 'fault.noStep', params: { id: other } })],
    ),
  ])
}

/**
 * The ids of steps that depend on one another in a circle; null if there is none. Steps that depend on no remaining
 * step are removed until all are gone or only circles are left.
 */
function circleIn(steps: GivenStep[]): string[] | null {
  const left = new Map(steps.map(({ id, dependsOn = [] }) => [id, dependsOn]))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [id, dependsOn] of left) if (!dependsOn.some(other => left.has(other))) left.delete(id)
  }
  const walked: string[] = []
  let [at] = left.keys()
  while (at !== undefined && !walked.includes(at)) {
    walked.push(at)
    at = left.get(at)?.find(other => left.has(other))
  }
  return at === undefined ? null : walked.slice(walked.indexOf(at))
}
