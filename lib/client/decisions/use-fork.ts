import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Session } from '@/lib/domain/session/session'
import { fetchApi, newKey } from '../api/fetch-api'
import { KEYS } from '../queries/keys'
import type { WrittenMessage } from './use-send-message'

/** The event after which a session forks, and what is said in the fork first. */
export type Fork = { seq: number; message?: WrittenMessage | undefined }

type Attempt = { fork: Fork; key: string; messageKey: string; session?: Session }

/**
 * Forks a session. `find` says where, and what to say there. A repeat goes on where the last attempt stopped: a fork that
 * is there is not made again, and what was said in it is not said twice.
 */
export function useFork(sessionId: string, onFork: (session: Session, fork: Fork) => void) {
  const client = useQueryClient()
  const last = useRef<Attempt | null>(null)
  return useMutation({
    mutationFn: async (find: () => Fork | Promise<Fork>) => {
      const attempt = attemptAfter(last.current, await find())
      last.current = attempt
      const { fork, key, messageKey } = attempt
      attempt.session ??= await fetchApi('POST /api/sessions/{id}/fork', {
        params: { id: sessionId },
        body: { seq: fork.seq },
        key,
      })
      const { id } = attempt.session
      const { message: body } = fork
      if (body) await fetchApi('POST /api/sessions/{id}/messages', { params: { id }, body, key: messageKey })
      return { session: attempt.session, fork }
    },
    onSuccess: ({ session, fork }) => {
      last.current = null
      void client.invalidateQueries({ queryKey: KEYS.allSessions })
      onFork(session, fork)
    },
  })
}

/** The files of a message are those of the entry that is said again, so that its text tells whether it is the same. */
function attemptAfter(last: Attempt | null, fork: Fork): Attempt {
  if (last?.fork.seq !== fork.seq) return { fork, key: newKey(), messageKey: newKey() }
  const isSame = last.fork.message?.text === fork.message?.text
  return { ...last, fork, messageKey: isSame ? last.messageKey : newKey() }
}
