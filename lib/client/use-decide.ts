import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { DecideInput } from '@/lib/domain/decision-request'
import { api } from './api'
import { isProblem } from './api-problem'
import { newKey } from './new-key'
import { readFreshView } from './session-query'

export type Decide = { setId: string; input: DecideInput }

type Keyed = Decide & { key: string }

/**
 * Stores decisions. What the page shows changes when the facts come back by the stream; where the decision
 * was refused because the Call is no longer what was shown, the card is read anew at once. While no answer
 * has come, the same decision carries the same key, so that trying again cannot find itself in the way.
 */
export function useDecide(sessionId: string): (about: Decide) => Promise<unknown> {
  const client = useQueryClient()
  const unanswered = useRef<{ body: string; key: string } | null>(null)
  const { mutateAsync } = useMutation({
    mutationFn: ({ setId, input, key }: Keyed) => api.decide(setId, input, { key }),
    retry: (count, error) => count < 2 && isProblem(error, 'unreachable'),
    onSuccess: () => {
      unanswered.current = null
    },
    onError: async error => {
      if (!isProblem(error, 'unreachable', 'unauthorized')) unanswered.current = null
      if (isProblem(error, 'stale_digest', 'already_decided', 'not_found')) {
        await readFreshView(client, sessionId).catch(() => undefined)
      }
    },
  })
  return useCallback(
    (about: Decide) => {
      const body = JSON.stringify(about)
      if (unanswered.current?.body !== body) unanswered.current = { body, key: newKey() }
      return mutateAsync({ ...about, key: unanswered.current.key })
    },
    [mutateAsync],
  )
}
