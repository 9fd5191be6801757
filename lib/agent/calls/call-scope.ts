import path from 'node:path'
import type { Call } from '@/lib/domain/call/call'
import { isByPerson } from '@/lib/domain/call/call-state'
import type { Tool } from '@/lib/domain/call/tool'
import type { Mode, ToolChoice } from '@/lib/domain/session/session'
import { toolFilter } from '@/lib/domain/session/tool-choice'
import { sha256 } from '@/lib/record/digest'
import { findContent, skillInRunContext } from '@/lib/store/call/contents'
import { writerOf } from '@/lib/store/call/file-activity'
import { readSettings } from '@/lib/store/installation/setting'
import { planOf } from '@/lib/store/session/plan'
import { type SessionRow, sessionTitle } from '@/lib/store/session/session'
import { stateOf } from '@/lib/store/session/state'
import { messageOrigin, openChannels } from '../process/channels'
import type { Deps } from '../process/deps'
import { recall } from './recall-memories'

/** The session as far as its Calls depend on it. */
export type CallScope = {
  sessionId: string
  workspace: string
  mode: Mode
  excluded: (tool: Tool) => boolean
}

type Where = Pick<SessionRow, 'id' | 'workspace' | 'mode' | 'tools'>

/**
 * Where the Calls of a session run, and which Tools there are: for the model those that it is offered, in mode `plan` only
 * what reads and what touches nothing outside the session.
 */
export function scopeOf(row: Where, by: 'model' | 'person' = 'model'): CallScope {
  const isChosen = choiceFilter(row.tools)
  const isOffered = (tool: Tool): boolean =>
    isChosen(tool) && (row.mode !== 'plan' || tool.readOnly || tool.source === 'control')
  return { ...whereOf(row), excluded: tool => by === 'model' && !isOffered(tool) }
}

/** The place of a Call that is there already: what is offered by now says nothing of it, only what was chosen. */
export function scopeFor(row: Where, call: Call | undefined): CallScope {
  const isChosen = choiceFilter(row.tools)
  return { ...whereOf(row), excluded: tool => !(call && isByPerson(call)) && !isChosen(tool) }
}

const whereOf = ({ id, workspace, mode }: Where) => ({ sessionId: id, workspace, mode })

/** Whether a session has this Tool, in whatever mode it is. */
export function choiceFilter(choice: ToolChoice): (tool: Tool) => boolean {
  const offers = toolFilter(choice)
  return ({ name, forPeople }) => !forPeople && offers(name)
}

/** What every Tool works with in a session. */
export const toolContext = (deps: Deps, scope: { sessionId: string; workspace: string }) => ({
  root: deps.workspaceRoot,
  closed: deps.closed,
  folder: scope.workspace,
  hash: sha256,
  compute: deps.compute,
  content: (hash: string) => findContent(deps.db, scope.sessionId, hash),
  writer: (file: string, hash: string) =>
    writerOf(deps.sql, { name: path.posix.join(scope.workspace, file), hash }),
  plan: async () => (await planOf(deps.db, scope.sessionId)).plan,
  state: async () => (await stateOf(deps.db, scope.sessionId)).state,
  skill: (name: string) => skillInRunContext(deps.sql, scope.sessionId, name),
  recall: (query: string) => recall(deps.sql, query),
  messages: async () => ({
    ...messageOrigin(deps, { id: scope.sessionId, title: await sessionTitle(deps.db, scope.sessionId) }),
    channels: await openChannels(deps),
    environment: deps.environment,
  }),
  internalHosts: async () => (await readSettings(deps.db)).internalHosts,
})
