import type { Call } from '@/lib/domain/call'
import { isByPerson } from '@/lib/domain/call-state'
import type { ToolChoice } from '@/lib/domain/session'
import type { Tool } from '@/lib/domain/tool'
import type { SessionRow } from '@/lib/store/session'
import type { Place } from './assess'

type Where = Pick<SessionRow, 'id' | 'workspace' | 'mode' | 'tools'>

/** Where the Calls of a session run, and which Tools there are: for the model those that it is offered. */
export const placeOf = (row: Where, by: 'model' | 'person' = 'model'): Place => ({
  ...whereOf(row),
  excluded: tool => by === 'model' && !isOffered(row, tool),
})

/** The place of a Call that is there already: what is offered by now says nothing of it, only what was chosen. */
export const placeFor = (row: Where, call: Call | undefined): Place => ({
  ...whereOf(row),
  excluded: tool => !(call && isByPerson(call)) && !isChosen(row.tools, tool),
})

const whereOf = ({ id, workspace, mode }: Where) => ({ sessionId: id, workspace, mode })

/** In mode `plan` a model gets only what reads, and what touches nothing outside the session. */
export const isOffered = ({ mode, tools }: Pick<Where, 'mode' | 'tools'>, tool: Tool): boolean =>
  isChosen(tools, tool) && (mode !== 'plan' || tool.readOnly || tool.source === 'control')

const isChosen = (choice: ToolChoice, { name, forPeople }: Tool): boolean =>
  !forPeople && (choice.include === null || choice.include.includes(name)) && !choice.exclude.includes(name)
