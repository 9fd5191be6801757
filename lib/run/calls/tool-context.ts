import { sha256 } from '@/lib/record/digest'
import { briefedSkill, findContent } from '@/lib/store/call/contents'
import { readSettings } from '@/lib/store/connection/setting'
import { planOf } from '@/lib/store/memory/plan'
import { stateOf } from '@/lib/store/memory/state'
import { sessionTitle } from '@/lib/store/session/session'
import { messageOrigin, openChannels } from '../process/channels'
import type { Deps } from '../process/deps'
import { recall } from './recall-memories'

/** What every Tool works with in a session. */
export const toolContext = (deps: Deps, place: { sessionId: string; workspace: string }) => ({
  root: deps.workspaceRoot,
  closed: deps.closed,
  folder: place.workspace,
  hash: sha256,
  compute: deps.compute,
  content: (hash: string) => findContent(deps.db, place.sessionId, hash),
  plan: async () => (await planOf(deps.db, place.sessionId)).plan,
  state: async () => (await stateOf(deps.db, place.sessionId)).state,
  skill: (name: string) => briefedSkill(deps.sql, place.sessionId, name),
  recall: (query: string) => recall(deps, query),
  messages: async () => ({
    ...messageOrigin(deps, { id: place.sessionId, title: await sessionTitle(deps.db, place.sessionId) }),
    channels: await openChannels(deps),
    environment: deps.environment,
  }),
  internalHosts: async () => (await readSettings(deps.db)).internalHosts,
})
