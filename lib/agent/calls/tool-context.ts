import path from 'node:path'
import { sha256 } from '@/lib/record/digest'
import { briefedSkill, findContent } from '@/lib/store/call/contents'
import { writerOf } from '@/lib/store/call/file-activity'
import { readSettings } from '@/lib/store/installation/setting'
import { planOf } from '@/lib/store/session/plan'
import { sessionTitle } from '@/lib/store/session/session'
import { stateOf } from '@/lib/store/session/state'
import { messageOrigin, openChannels } from '../process/channels'
import type { Deps } from '../process/deps'
import { recall } from './recall-memories'

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
  skill: (name: string) => briefedSkill(deps.sql, scope.sessionId, name),
  recall: (query: string) => recall(deps, query),
  messages: async () => ({
    ...messageOrigin(deps, { id: scope.sessionId, title: await sessionTitle(deps.db, scope.sessionId) }),
    channels: await openChannels(deps),
    environment: deps.environment,
  }),
  internalHosts: async () => (await readSettings(deps.db)).internalHosts,
})
