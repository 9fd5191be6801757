import type { Deps } from '@/lib/agent/process/deps'
import { orUnavailable } from '@/lib/agent/process/unavailable'
import { listTools } from '@/lib/agent/queries/list-tools'
import { defaultModel } from '@/lib/agent/request/known-models'
import type { Person } from '@/lib/domain/contract/person'
import { Refusal } from '@/lib/domain/contract/problem'
import { inSnapshot } from '@/lib/store/connection/database'
import { readSettings } from '@/lib/store/installation/setting'
import { listSessions } from '@/lib/store/session/session-status'
import { readView } from '@/lib/store/session/view'
import { authenticate } from './auth/authenticate'
import type { CurrentProcess } from './current-process'
import { pendingPage } from './http/list-page'
import { isId } from './http/path-params'

/** Who requests a page. `away`: nothing can be read just now, for this reason. */
export type Visitor =
  | { kind: 'person'; person: Person; pages: Pages }
  | { kind: 'stranger' }
  | { kind: 'away'; reason: string }

export type Pages = ReturnType<typeof pagesOf>

export async function visitorOf(current: CurrentProcess, headers: Headers): Promise<Visitor> {
  const person = await authenticate(current, headers)
  if (person instanceof Refusal) return awayFor(person)
  const working = await current.working()
  if (working instanceof Refusal) return awayFor(working)
  return { kind: 'person', person, pages: pagesOf(working.deps) }
}

function awayFor({ code, detail }: Refusal): Visitor {
  return code === 'unavailable' ? { kind: 'away', reason: detail } : { kind: 'stranger' }
}

/** What a page gives, or why the database cannot serve it just now. */
export async function attemptPage<T>(
  current: CurrentProcess,
  page: () => Promise<T>,
): Promise<{ kind: 'done'; value: T } | { kind: 'away'; reason: string }> {
  const value = await orUnavailable(current, page)
  return value instanceof Refusal ? { kind: 'away', reason: value.detail } : { kind: 'done', value }
}

/** The length of the first page of the list of sessions. */
const FIRST_PAGE = 50

/** What pages are rendered from, for a person who is signed in. */
function pagesOf(deps: Deps) {
  const { db, models } = deps
  const newest = (limit: number) =>
    listSessions(db, { words: [], state: undefined, archived: false, after: undefined, limit })
  return {
    sessions: () => newest(FIRST_PAGE),

    newestSession: async () => (await newest(1))[0],

    usualModel: async () => {
      const settings = await readSettings(db)
      const id = models.defaultId(settings.defaultModel)
      const model = models.list(settings.defaultModel).find(each => each.id === id)
      return { id, title: model?.title ?? id, isReady: model?.ready ?? false }
    },

    newSession: async () => {
      const { mode, thinking } = (await readSettings(db)).sessionDefaults
      return { model: await defaultModel(deps, db), mode, thinking }
    },

    session: async (id: string) => (isId(id) ? inSnapshot(db, tx => readView(tx, id)) : null),

    toolNames: () => deps.tools.list().map(({ name }) => name),

    /** Without their schemas, which are most of their size. */
    tools: async () => (await listTools(deps)).map(tool => ({ ...tool, schema: {} })),

    inbox: async (limit: number) => {
      const page = await inSnapshot(db, tx => pendingPage(tx, { limit }))
      return page instanceof Refusal ? null : page
    },
  }
}
