import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useRef } from 'react'
import { fetchApi, newKey } from '@/lib/client/api/fetch-api'
import type { WrittenMessage } from '@/lib/client/decisions/use-send-message'
import { KEYS } from '@/lib/client/queries/keys'

/** Creates a session for the first message and goes there; a retry uses the same session. Without a model, the default's. */
export function useFirstMessage(model?: string) {
  const router = useRouter()
  const client = useQueryClient()
  const sessionKey = useRef('')
  return useCallback(
    async (body: WrittenMessage, key: string): Promise<void> => {
      sessionKey.current ||= newKey()
      const settings = model === undefined ? {} : { model }
      const session = await fetchApi('POST /api/sessions', { body: settings, key: sessionKey.current })
      await fetchApi('POST /api/sessions/{id}/messages', { params: { id: session.id }, body, key })
      void client.invalidateQueries({ queryKey: KEYS.allSessions })
      router.push(`/sessions/${session.id}`)
    },
    [router, client, model],
  )
}
