import type { ModelMessage } from '@/lib/domain/call/solution'
import type { Plan } from '@/lib/domain/session/plan'
import { planText } from '@/lib/domain/session/plan-text'
import type { Mode } from '@/lib/domain/session/session'
import type { State } from '@/lib/domain/session/state'
import { truncate } from '@/lib/text/truncate'

type UserMessage = Extract<ModelMessage, { role: 'user' }>

/** A note from the program within the conversation, with its topic. */
export const noteMessage = <N extends NonNullable<UserMessage['note']>>(
  note: N,
  text: string,
): UserMessage & { note: N } => ({ role: 'user', text, aside: true, note })

type MindNote = UserMessage & { note: 'mode' | 'plan' | 'state' }

/** What the model has to bear in mind now: repeated in full where the conversation does not contain it. */
export type MindNow = { plan: Plan; state: State; mode: Mode; corrections: string[] }

export function mindNotes({ plan, state, mode, corrections }: MindNow): MindNote[] {
  return [
    ...(mode === 'plan' ? [modeNote(mode)] : []),
    ...(plan.steps.length > 0 ? [noteMessage('plan', planNote(plan, corrections))] : []),
    ...(Object.keys(state).length > 0 ? [noteMessage('state', `${STATE}\n${JSON.stringify(state)}`)] : []),
  ]
}

/** Says that planning begins, or that it is over. */
export const modeNote = (mode: Mode): MindNote =>
  noteMessage('mode', mode === 'plan' ? PLAN_FIRST : PLAN_OVER)

/** Says that only one Request is left, in which nothing is run. */
export const limitNote = (): ModelMessage => noteMessage('limit', SUM_UP)

/** Of a correction that was told before. */
const AGAIN_CHARS = 2_000

/** A Plan with its steps and people's corrections since, for the model. */
export function planNote(plan: Plan, corrections: string[]): string {
  const approved = plan.approved ? ', approved by the person' : ''
  const texts = corrections.map(text => truncate(text, AGAIN_CHARS).text)
  const corrected = [CORRECTED, ...texts.map(text => `- ${text.replaceAll('\n', '\n  ')}`)]
  return [
    `Your plan (revision ${plan.revision}${approved}), which you keep up to date with update_plan:`,
    planText(plan.steps).trimEnd(),
    ...(corrections.length > 0 ? corrected : []),
  ].join('\n')
}

const PLAN_FIRST = `You are planning: only tools that read are available, and nothing is changed yet. Calls of all others are refused. Look at what you need to, then propose the whole plan with update_plan. The person approves, edits or refuses it; once it is approved all tools are available and you carry it out.`

const PLAN_OVER = `The person has ended the planning: all tools are available to you now.`

const STATE = `The state of this session, a JSON object that you and the person change; yours to change with set_state:`

const CORRECTED = `Since this revision the person corrected the following. Revise the plan where that changes what is to be done:`

const SUM_UP = `You have reached the limit of requests for this message. Call no tools now: none of your calls would be run. Sum up in a few sentences what was done, what was not, and what comes next.`
