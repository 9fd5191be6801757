import { sha256 } from '@/lib/record/digest'
import { briefedSkill } from '@/lib/store/blob'
import { findContent } from '@/lib/store/content'
import { planOf } from '@/lib/store/plan'
import { stateOf } from '@/lib/store/state'
import type { Deps } from './deps'
import { recall } from './recall'

/** What every Tool works with in a session. */
export const toolContext = (deps: Deps, place: { sessionId: string; workspace: string }) => ({
  root: deps.workspaceRoot,
  folder: place.workspace,
  hash: sha256,
  content: (hash: string) => findContent(deps.db, place.sessionId, hash),
  plan: async () => (await planOf(deps.db, place.sessionId)).plan,
  state: async () => (await stateOf(deps.db, place.sessionId)).state,
  skill: (name: string) => briefedSkill(deps.db, place.sessionId, name),
  recall: (query: string) => recall(deps, query),
})
