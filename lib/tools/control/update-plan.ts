import * as z from 'zod'
import { UPDATE_PLAN } from '@/lib/domain/call/tool'
import { GivenSteps, type PlanStep, planSteps } from '@/lib/domain/session/plan'
import { planFaults } from '@/lib/domain/session/plan-faults'
import { planText } from '@/lib/domain/session/plan-text'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { CONTROL, defineTool } from '../define-tool'
import { errorsText } from '../read-arguments'
import { previewText } from './preview-text'

const Arguments = z.strictObject({
  steps: GivenSteps.describe('All steps in their order, those that are done or dropped included.'),
})

export const updatePlan = defineTool({
  name: UPDATE_PLAN,
  title: 'Update plan',
  description:
    'Writes down your plan for what the person asked for, in place of the one before: every step with its status, ' +
    'and what it depends on. Use it for work of several steps, and again whenever a step begins, is done, or the ' +
    'plan changes. The person sees it and may correct it.',
  ...CONTROL,
  arguments: Arguments,
  paths: () => [],
  preview: async ({ steps }, context) => {
    const errors = planFaults(steps)
    if (errors.length > 0) return { kind: 'error', message: errorsText(UPDATE_PLAN, errors), errors }
    const [before, after] = [(await context.plan()).steps, planSteps(steps)]
    const text = { before: planText(before), after: planText(after) }
    return previewText({ name: 'Plan', codedText: planWords(after) }, text, context.compute)
  },
  perform: async ({ steps }) => ({
    kind: 'ok',
    text: `${phrase(planWords(planSteps(steps)))}.`,
    controlEffect: { kind: 'plan', steps: planSteps(steps) },
  }),
})

function planWords(steps: PlanStep[]): CodedText {
  const done = steps.filter(({ status }) => status === 'done').length
  return { code: 'control.plan', params: { count: steps.length, done } }
}
