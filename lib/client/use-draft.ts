import { skipToken, useQuery } from '@tanstack/react-query'
import type { Draft } from './draft'
import { KEYS } from './keys'

/** A part of the text on its way in a session. Only what shows that part is drawn anew when it changes. */
export function useDraft<T>(sessionId: string, select: (draft: Draft) => T): T | undefined {
  const query = useQuery({ queryKey: KEYS.draft(sessionId), queryFn: skipToken, select })
  return query.data
}
