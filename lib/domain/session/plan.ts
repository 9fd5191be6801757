import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { OptionalText } from '../coded-text'
import { Instant } from '../instant'

const StepStatus = z.enum(['pending', 'active', 'done', 'dropped'])
export type StepStatus = z.infer<typeof StepStatus>

const PlanStep = z.object({
  id: z.string(),
  title: z.string(),
  status: StepStatus,
  dependsOn: z.array(z.string()),
})
export type PlanStep = z.infer<typeof PlanStep>

/** The agent's ordered steps; every change is a revision with its cause, `because`, which people read as `becauseMessage`. */
export const Plan = z.object({
  revision: z.int(),
  steps: z.array(PlanStep),
  because: z.string().optional(),
  becauseMessage: OptionalText,
  approved: z.boolean().optional(),
})
export type Plan = z.infer<typeof Plan>

export const EMPTY_PLAN: Plan = { revision: 0, steps: [] }

/** A version of a Plan; `callId`: the Call by which the agent wrote it, absent if a person did. */
export const PlanRevision = Plan.extend({
  at: Instant,
  callId: z.string().optional(),
})
export type PlanRevision = z.infer<typeof PlanRevision>

const MOST_STEPS = 200
const TITLE_CHARS = 500

const name = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^\r\n]+$/, 'fault.oneLine' satisfies TextCode)

/** A step as a model or a person gives it. By default it is `pending` and depends on nothing. */
const GivenStep = z.strictObject({
  id: name.describe('A short name of the step, the same in every revision, such as "tests".'),
  title: z.string().min(1).max(TITLE_CHARS).describe('What is to be done, in a few words.'),
  status: StepStatus.optional(),
  dependsOn: z.array(name).max(MOST_STEPS).optional().describe('Ids of steps that have to be done before.'),
})
export type GivenStep = z.infer<typeof GivenStep>

export const GivenSteps = z.array(GivenStep).max(MOST_STEPS)

/** `revision`: that of the Plan the person saw; if there is a newer one nothing is changed. */
export const PlanCorrection = z.strictObject({ steps: GivenSteps, revision: z.int().min(0).optional() })
export type PlanCorrection = z.infer<typeof PlanCorrection>

export const planSteps = (steps: GivenStep[]): PlanStep[] =>
  steps.map(({ id, title, status = 'pending', dependsOn = [] }) => ({
    id,
    title,
    status,
    dependsOn: [...new Set(dependsOn)],
  }))

export const isSameSteps = (one: PlanStep[], other: PlanStep[]): boolean =>
  JSON.stringify(one.map(ordered)) === JSON.stringify(other.map(ordered))

/** Whether only the progress of the steps differs: an approval stays valid. */
export const isOnlyProgress = (before: PlanStep[], after: PlanStep[]): boolean =>
  isSameSteps(before.map(pending), after.map(pending)) &&
  after.every((step, at) => step.status !== 'dropped' || before[at]?.status === 'dropped')

const ordered = ({ id, title, status, dependsOn }: PlanStep) => [id, title, status, dependsOn]
const pending = (step: PlanStep): PlanStep => ({ ...step, status: 'pending' })
