import type { Call } from '@/lib/domain/call/call'
import { isByPerson } from '@/lib/domain/call/call-state'
import type { Tool } from '@/lib/domain/call/tool'
import type { ToolChoice } from '@/lib/domain/session/session'
import { toolFilter } from '@/lib/domain/session/tool-choice'
import type { SessionRow } from '@/lib/store/session/session'
import type { CallScope } from './assess'

type Where = Pick<SessionRow, 'id' | 'workspace' | 'mode' | 'tools'>

/** Where the Calls of a session run, and which Tools there are: for the model those that it is offered. */
export const scopeOf = (row: Where, by: 'model' | 'person' = 'model'): CallScope => ({
  ...whereOf(row),
  excluded: tool => by === 'model' && !isOffered(row, tool),
})

/** The place of a Call that is there already: what is offered by now says nothing of it, only what was chosen. */
export const scopeFor = (row: Where, call: Call | undefined): CallScope => ({
  ...whereOf(row),
  excluded: tool => !(call && isByPerson(call)) && !isChosen(row.tools, tool),
})

const whereOf = ({ id, workspace, mode }: Where) => ({ sessionId: id, workspace, mode })

/** In mode `plan` a model gets only what reads, and what touches nothing outside the session. */
const isOffered = ({ mode, tools }: Pick<Where, 'mode' | 'tools'>, tool: Tool): boolean =>
  isChosen(tools, tool) && (mode !== 'plan' || tool.readOnly || tool.source === 'control')

/** Whether a session has this Tool, in whatever mode it is. */
export function choiceFilter(choice: ToolChoice): (tool: Tool) => boolean {
  const offers = toolFilter(choice)
  return ({ name, forPeople }) => !forPeople && offers(name)
}

const isChosen = (choice: ToolChoice, tool: Tool): boolean => choiceFilter(choice)(tool)
