import type { DecideInput, PreviewInput } from '@/lib/domain/decision-request'
import type { MemoryPatch, NewMemory } from '@/lib/domain/memory'
import type { NewMessage } from '@/lib/domain/message'
import type { ModelPatch } from '@/lib/domain/model-info'
import type { PlanCorrection } from '@/lib/domain/plan'
import type { NewSession, SessionPatch, SessionState } from '@/lib/domain/session'
import type { State } from '@/lib/domain/state'
import { send } from './send'

type Once = { key: string }

type SessionsAsked = { q?: string; state?: SessionState | ''; archived?: string; cursor?: string }

/** The operations of the public interface that the page uses, by their names. Each rejects with an ApiProblem. */
export const api = {
  createSession: (body: NewSession, { key }: Once) => send('createSession', { body, key }),

  listSessions: (query: SessionsAsked, signal?: AbortSignal) => send('listSessions', { query, signal }),

  readSession: (id: string, signal?: AbortSignal) => send('readSession', { path: { id }, signal }),

  changeSession: (id: string, body: SessionPatch) => send('changeSession', { path: { id }, body }),
  deleteSession: (id: string) => send('deleteSession', { path: { id } }),

  readRequest: (id: string, number: number, signal?: AbortSignal) =>
    send('readRequest', { path: { id, n: String(number) }, signal }),

  readTranscript: (id: string, before: string) =>
    send('readTranscript', { path: { id }, query: { before, limit: '100' } }),

  sendMessage: (id: string, body: NewMessage, { key }: Once) =>
    send('sendMessage', { path: { id }, body, key }),

  deleteQueueItem: (id: string, itemId: string) => send('deleteQueueItem', { path: { id, itemId } }),

  stopSession: (id: string) => send('stopSession', { path: { id } }),

  listPending: (query: { cursor?: string; limit?: string }, signal?: AbortSignal) =>
    send('listPending', { query, signal }),

  search: (query: Record<string, string | string[]>, signal?: AbortSignal) =>
    send('search', { query, signal }),

  decide: (id: string, body: DecideInput, { key }: Once) => send('decide', { path: { id }, body, key }),

  readCall: (id: string, signal?: AbortSignal) => send('readCall', { path: { id }, signal }),
  revertCall: (id: string, { key }: Once) => send('revertCall', { path: { id }, key }),
  continueRun: (id: string, { key }: Once) => send('continueRun', { path: { id }, body: {}, key }),
  undo: (id: string, { key }: Once) => send('undo', { path: { id }, key }),

  previewCall: (body: PreviewInput, signal?: AbortSignal) => send('previewCall', { body, signal }),

  correctPlan: (id: string, body: PlanCorrection) => send('correctPlan', { path: { id }, body }),
  listPlanRevisions: (id: string, cursor: string | undefined, signal?: AbortSignal) =>
    send('listPlanRevisions', { path: { id }, query: { cursor, limit: '20' }, signal }),
  correctState: (id: string, body: State) => send('correctState', { path: { id }, body }),
  listStateRevisions: (id: string, cursor: string | undefined, signal?: AbortSignal) =>
    send('listStateRevisions', { path: { id }, query: { cursor, limit: '20' }, signal }),

  listSecrets: (id: string, signal?: AbortSignal) => send('listSecrets', { path: { id }, signal }),
  releaseSecret: (id: string, n: string) => send('releaseSecret', { path: { id, n } }),

  undoCompaction: (id: string, compactionId: string, { key }: Once) =>
    send('undoCompaction', { path: { id, compactionId }, key }),
  changeModel: (modelId: string, body: ModelPatch) => send('changeModel', { path: { modelId }, body }),

  listTools: (signal?: AbortSignal) => send('listTools', { signal }),

  listSkills: (signal?: AbortSignal, query: { sessionId?: string } = {}) =>
    send('listSkills', { query, signal }),

  listMemories: (query: { q?: string; cursor?: string }, signal?: AbortSignal) =>
    send('listMemories', { query, signal }),
  addMemory: (body: NewMemory, { key }: Once) => send('addMemory', { body, key }),
  changeMemory: (id: string, body: MemoryPatch) => send('changeMemory', { path: { id }, body }),
  deleteMemory: (id: string) => send('deleteMemory', { path: { id } }),
  listModels: (signal?: AbortSignal) => send('listModels', { signal }),
}
