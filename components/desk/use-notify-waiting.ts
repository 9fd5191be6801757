import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '@/lib/client/notify'
import { useWaitingSessions } from '@/lib/client/waiting-query'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { Session } from '@/lib/domain/session'

/** Tells of Calls that have begun to wait: how many and where, nothing of what they would do. */
export function useNotifyWaiting(): void {
  const t = useTranslations('desk.notification')
  const sessions = useWaitingSessions().data?.items
  const known = useRef<Map<string, number> | null>(null)
  useEffect(() => {
    if (!sessions) return
    const before = known.current
    known.current = new Map(sessions.map(({ id, pendingCalls }) => [id, pendingCalls]))
    for (const { id, title, pendingCalls } of before ? newsIn(sessions, before) : [])
      notify({
        title: t('waiting', { count: pendingCalls }),
        body: withVisibleEscapes(title),
        tag: `countersign ${id}`,
      })
  }, [sessions, t])
}

const newsIn = (sessions: Session[], before: ReadonlyMap<string, number>): Session[] =>
  sessions.filter(({ id, pendingCalls }) => pendingCalls > (before.get(id) ?? 0))
