import { serverNow } from '../api/fetch-api'
import { KEYS } from './keys'
import { useRead } from './use-api'

/** The rules that let calls pass in a session. One that is to be made has none yet. */
export function useSessionRules(sessionId: string | undefined) {
  const { data } = useRead(
    KEYS.sessionRules(sessionId ?? ''),
    'GET /api/rules',
    { query: { sessionId, effect: 'allow', limit: 200 } },
    { enabled: sessionId !== undefined },
  )
  const now = new Date(serverNow()).toISOString()
  return data?.items.filter(rule => rule.enabled && !(rule.expiresAt && rule.expiresAt <= now)) ?? []
}
