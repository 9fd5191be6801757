import type { DecideInput, PreviewInput } from '@/lib/domain/decision-request'
import type { NewMessage } from '@/lib/domain/message'
import type { NewSession, SessionState } from '@/lib/domain/session'
import { send } from './send'

type Once = { key: string }

/** The operations of the public interface that the page uses, by their names. Each rejects with an ApiProblem. */
export const api = {
  createSession: (body: NewSession, { key }: Once) => send('createSession', { body, key }),

  listSessions: (query: { q?: string; state?: SessionState }, signal?: AbortSignal) =>
    send('listSessions', { query, signal }),

  readSession: (id: string, signal?: AbortSignal) => send('readSession', { path: { id }, signal }),

  readTranscript: (id: string, before: string) =>
    send('readTranscript', { path: { id }, query: { before, limit: '100' } }),

  sendMessage: (id: string, body: NewMessage, { key }: Once) =>
    send('sendMessage', { path: { id }, body, key }),

  deleteQueueItem: (id: string, itemId: string) => send('deleteQueueItem', { path: { id, itemId } }),

  stopSession: (id: string) => send('stopSession', { path: { id } }),

  decide: (id: string, body: DecideInput, { key }: Once) => send('decide', { path: { id }, body, key }),

  previewCall: (body: PreviewInput, signal?: AbortSignal) => send('previewCall', { body, signal }),
}
