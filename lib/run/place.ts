import type { Call } from '@/lib/domain/call'
import { isByPerson } from '@/lib/domain/call-state'
import type { ToolChoice } from '@/lib/domain/session'
import type { Tool } from '@/lib/domain/tool'
import type { SessionRow } from '@/lib/store/session'
import type { Place } from './assess'

/** Where the Calls of a session run, and which Tools there are: for the model those that it is offered. */
export const placeOf = (
  row: Pick<SessionRow, 'id' | 'workspace' | 'mode' | 'tools'>,
  by: 'model' | 'person' = 'model',
): Place => ({
  sessionId: row.id,
  workspace: row.workspace,
  mode: row.mode,
  excluded: tool => by === 'model' && !isOffered(row.tools, tool),
})

/** The place of a Call that is there already. */
export const placeFor = (row: Parameters<typeof placeOf>[0], call: Call | undefined): Place =>
  placeOf(row, call && isByPerson(call) ? 'person' : 'model')

export const isOffered = (choice: ToolChoice, { name, forPeople }: Tool): boolean =>
  !forPeople && (choice.include === null || choice.include.includes(name)) && !choice.exclude.includes(name)
