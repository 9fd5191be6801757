import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type SessionListPage, useWaitingSessions } from '@/lib/client/queries/sessions-query'
import type { Session } from '@/lib/domain/session/session'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

/**
 * Notifies about Calls that wait and did not in `initialPage`: how many and where, but not what they would do.
 */
export function NotifyWaiting({ initialPage }: { initialPage: SessionListPage }): null {
  const t = useTranslations('shell.notification')
  const page = useWaitingSessions().data
  const last = useRef(initialPage)
  useEffect(() => {
    if (!page) return
    const before = last.current
    last.current = page
    // Those with the same tag replace each other, from whichever tab.
    for (const { id, title, pendingCalls } of newlyWaiting(page, before))
      notify(t('waiting', { count: pendingCalls }), {
        body: withVisibleEscapes(title),
        tag: `countersign ${id}`,
      })
  }, [page, t])
  return null
}

/**
 * The sessions in which more Calls wait than before. One that was beyond the end of the list only moves up when others
 * are decided, which is no news: what begins to wait is newer than all that was listed.
 */
export function newlyWaiting({ items }: SessionListPage, before: SessionListPage): Session[] {
  const counts = new Map(before.items.map(({ id, pendingCalls }) => [id, pendingCalls]))
  const end = before.items.at(-1)?.updatedAt ?? ''
  return items.filter(({ id, updatedAt, pendingCalls }) =>
    counts.has(id) ? pendingCalls > (counts.get(id) ?? 0) : updatedAt > end,
  )
}

/** Shows a notification if the page is hidden. */
function notify(title: string, options: NotificationOptions): void {
  if (Notification.permission !== 'granted' || document.visibilityState === 'visible') return
  const notification = new Notification(title, options)
  notification.onclick = () => {
    window.focus()
    notification.close()
  }
}
