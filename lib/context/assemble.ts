import type { Plan } from '@/lib/domain/plan'
import { planText } from '@/lib/domain/plan-text'
import type { Mode } from '@/lib/domain/session'
import type { ModelMessage } from '@/lib/domain/solution'
import type { State } from '@/lib/domain/state'
import { type Form, inDialect } from './in-dialect'
import { pairResults, type Repair } from './pair-results'

/**
 * A part of what the model is told before the history. `source` names where it comes from, `rawChars` how many
 * characters there were, where not all of them are told.
 */
export type Part = { label: string; source: string; text: string; rawChars?: number | undefined }

/** What a Request is put together from. */
export type Material = {
  persona: string | undefined
  mode: Mode
  purpose: 'loop' | 'cap_summary' | 'compaction'
  plan: Plan
  state: State
  /** What people corrected since the Plan was last revised, oldest first. */
  corrections: string[]
  /** What the Run was told when it began, and is told as long as it lasts. */
  briefing: Part[]
  /** What was said, called and answered so far, oldest first. */
  history: ModelMessage[]
  /** How the model is to write its Calls, where its provider does not take them in a form of its own. */
  protocol: string | null
  form: Form
}

/** What the model gets to see: parts in the order in which they are told, then messages whose calls and results pair. */
export type Context = { parts: Part[]; messages: ModelMessage[]; repairs: Repair[] }

/** The whole of what a Request shows the model, in the one place and the one order for it. */
export function assemble(material: Material): Context {
  const { messages, repairs } = pairResults(material.history)
  const parts = PARTS.flatMap(part => part(material) ?? [])
  return { parts, messages: inDialect(messages, material.form), repairs }
}

const PARTS: ((material: Material) => Part | Part[] | null)[] = [
  ({ persona }) => ({ label: 'Persona', source: 'session/persona', text: persona ?? PERSONA }),
  () => ({ label: 'How calls are reviewed', source: 'instructions/review', text: REVIEW }),
  ({ protocol }) =>
    protocol === null ? null : { label: 'Tool protocol', source: 'instructions/protocol', text: protocol },
  ({ briefing }) => briefing.filter(part => part.source !== MEMORY),
  ({ mode }) => (mode === 'plan' ? { label: 'Mode', source: 'session/mode', text: PLAN_FIRST } : null),
  ({ plan, corrections }) =>
    plan.steps.length > 0
      ? { label: 'Plan', source: 'session/plan', text: planPart(plan, corrections) }
      : null,
  ({ state }) =>
    Object.keys(state).length > 0
      ? { label: 'State', source: 'session/state', text: `${STATE}\n${JSON.stringify(state)}` }
      : null,
  ({ purpose }) =>
    purpose === 'cap_summary' ? { label: 'The limit', source: 'instructions/cap', text: SUM_UP } : null,
  ({ briefing }) => briefing.filter(part => part.source === MEMORY),
]

/** The source of what was recalled: background, and the last thing before the history. */
export const MEMORY = 'memory'

/** The parts as one text. */
export const instructionsOf = (parts: Part[]): string => parts.map(({ text }) => text).join(PARTED)

/** Stands between two parts. */
const PARTED = '\n\n'

const PERSONA = `You are the agent of Countersign. You help a person by working on the files of a workspace with the tools you are given. Paths are relative to the workspace. Say briefly what you are about to do, call the tools you need, and end with a short answer in plain text.`

const REVIEW = `Each of your tool calls may be shown to the person before it runs. The person may approve it, change its arguments or refuse it; the result tells you what really happened. Go by the results: what was refused has not happened, what was changed has happened as changed. Do not repeat a call that was refused unless the person asks for it.`

const PLAN_FIRST = `You are planning: only tools that read are available, and nothing is changed yet. Look at what you need to, then propose the whole plan with update_plan. The person approves, edits or refuses it; once it is approved all tools are available and you carry it out.`

const STATE = `The state of this session, a JSON object that you and the person change; yours to change with set_state:`

function planPart(plan: Plan, corrections: string[]): string {
  const approved = plan.approved ? ', approved by the person' : ''
  const corrected = [CORRECTED, ...corrections.map(text => `- ${text.replaceAll('\n', '\n  ')}`)]
  return [
    `Your plan (revision ${plan.revision}${approved}), which you keep up to date with update_plan:`,
    planText(plan.steps).trimEnd(),
    ...(corrections.length > 0 ? corrected : []),
  ].join('\n')
}

const CORRECTED = `Since this revision the person corrected the following. Revise the plan where that changes what is to be done:`

const SUM_UP = `You have reached the limit of requests for this message, and no tools are available now. Sum up in a few sentences what was done, what was not, and what comes next.`
