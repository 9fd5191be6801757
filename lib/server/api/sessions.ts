import * as z from 'zod'
import { receive } from '@/lib/agent/actions/commands/receive'
import { compactSession, undoCompaction } from '@/lib/agent/actions/compact'
import { correctPlan, correctState } from '@/lib/agent/actions/correct-mind'
import { deleteSession } from '@/lib/agent/actions/delete-session'
import { forkSession } from '@/lib/agent/actions/forks/fork-session'
import { importSession } from '@/lib/agent/actions/forks/import-session'
import { changeSession, openSession, whyNotMode } from '@/lib/agent/actions/open-session'
import { releaseSecret } from '@/lib/agent/actions/release-secret'
import { stopSession } from '@/lib/agent/actions/runs'
import { takeBack } from '@/lib/agent/actions/send-message'
import { listStateRevisions } from '@/lib/agent/queries/list-state-revisions'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { Instant } from '@/lib/domain/instant'
import { segmentsOf } from '@/lib/prompt/segments'
import { countWaiting } from '@/lib/store/call/pending'
import { type Database, inSnapshot } from '@/lib/store/connection/database'
import { secretsOf } from '@/lib/store/policy/secret'
import { readRequest } from '@/lib/store/record/request-record'
import { queueOf } from '@/lib/store/run/queue-item'
import { planRevisions } from '@/lib/store/session/plan'
import { findSession } from '@/lib/store/session/session'
import { countSessions, listSessions } from '@/lib/store/session/session-status'
import { readView } from '@/lib/store/session/view'
import type { Handlers } from '../http/handlers'
import { listPage, revisionsPage } from '../http/list-page'
import { reply } from '../http/reply'

/** All of something that a session has. */
async function listIn<T>(db: Database, id: string, read: (db: Database, id: string) => Promise<T[]>) {
  const session = await findSession(db, { id })
  if (!session) return refuse('not_found', { code: 'problem.noSession' })
  return { items: await read(db, id), nextCursor: null }
}

export const SESSION_HANDLERS = {
  createSession: async ({ deps, body, person, once }) => {
    const refusal = whyNotMode(person, body)
    if (refusal) return refusal
    const opened = await openSession(deps, { settings: body, once })
    return opened instanceof Refusal ? opened : reply(opened.created ? 201 : 200, opened.session)
  },

  listSessions: ({ deps, query }) => {
    const words = (query.q ?? '').split(/\s+/).filter(word => word !== '')
    const filters = { words, state: query.state, archived: query.archived === 'true' }
    return inSnapshot(deps.db, async tx => {
      const page = await listPage(
        { name: 'sessions', position: [Instant, z.uuid()], query },
        (position, limit) => {
          const after = position && { updatedAt: position[0], id: position[1] }
          return listSessions(tx, { ...filters, after, limit })
        },
        last => [last.updatedAt, last.id],
      )
      if (page instanceof Refusal) return page
      const { calls } = await countWaiting(tx)
      return { ...page, total: await countSessions(tx, filters), waitingCalls: calls }
    })
  },

  readSession: async ({ deps, params }) => {
    const view = await inSnapshot(deps.db, tx => readView(tx, params.id))
    return view ?? refuse('not_found', { code: 'problem.noSession' })
  },

  changeSession: ({ deps, params, body, person }) =>
    changeSession(deps, { sessionId: params.id, patch: body, person }),

  importSession: ({ deps, body, once }) => importSession(deps, body, once),

  forkSession: ({ deps, params, body, once }) =>
    forkSession(deps, { sessionId: params.id, seq: body.seq, once }),

  deleteSession: ({ deps, params, person }) => deleteSession(deps, { sessionId: params.id, by: person.id }),

  sendMessage: async ({ deps, params, body, person, once }) => {
    const answer = await receive(deps, { sessionId: params.id, message: body, person, once })
    if (answer instanceof Refusal) return answer
    return 'command' in answer ? reply(200, answer) : reply(202, answer)
  },

  listQueue: ({ deps, params }) => listIn(deps.db, params.id, queueOf),

  deleteQueueItem: ({ deps, params }) => takeBack(deps, { sessionId: params.id, itemId: params.itemId }),

  stopSession: ({ deps, params, person, once }) =>
    stopSession(deps, { sessionId: params.id, by: person.id, once }),

  readRequest: async ({ deps, params }) => {
    const request = await inSnapshot(deps.db, tx => readRequest(tx, params.id, Number(params.n)))
    if (!request) return refuse('not_found', { code: 'problem.noRequest' })
    return { ...request.record, segments: segmentsOf(request.record.sent, request.parts) }
  },

  compactSession: ({ deps, params, body, once }) =>
    compactSession(deps, { sessionId: params.id, instructions: body.instructions, once }),

  undoCompaction: ({ deps, params, person, once }) =>
    undoCompaction(deps, { sessionId: params.id, compactionId: params.compactionId, person, once }),

  correctPlan: ({ deps, params, body, revision }) =>
    correctPlan(deps, { sessionId: params.id, plan: body, revision }),

  listPlanRevisions: ({ deps, params, query }) =>
    revisionsPage(deps.db, { sessionId: params.id, list: 'plan', query }, planRevisions),

  correctState: ({ deps, params, body, revision }) =>
    correctState(deps, { sessionId: params.id, patch: body, revision }),

  listStateRevisions: ({ deps, params, query }) =>
    revisionsPage(deps.db, { sessionId: params.id, list: 'state', query }, listStateRevisions),

  listSecrets: ({ deps, params }) => listIn(deps.db, params.id, secretsOf),

  releaseSecret: ({ deps, params, person, once }) =>
    releaseSecret(deps, { sessionId: params.id, n: Number(params.n), person, once }),
} satisfies Partial<Handlers>
