import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { Button } from '@/components/ui/button'
import type { SessionListPage } from '@/lib/client/queries/sessions-query'

const NotifyWaiting = lazyPart(async () => (await import('./notify-waiting')).NotifyWaiting)

/**
 * Asks for permission to notify; gone once that is granted or denied. `initialPage`: the sessions as the server rendered
 * them. What begins to wait later is news, however late the part that notifies comes.
 */
export function NotifyButton({ initialPage }: { initialPage: SessionListPage }) {
  const t = useTranslations('shell.notifyButton')
  const state = useSyncExternalStore(watchPermission, permission, () => 'denied')
  const [firstPage] = useState(initialPage)
  if (state === 'granted') return <NotifyWaiting initialPage={firstPage} />
  return state === 'default' ? (
    <Button variant="quiet" onClick={() => void askPermission()}>
      {t('notify')}
    </Button>
  ) : null
}

const listeners = new Set<() => void>()

/** Whether the browser lets the page show notifications; `denied` also where it has none. */
const permission = (): NotificationPermission =>
  typeof Notification === 'undefined' ? 'denied' : Notification.permission

function watchPermission(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function askPermission(): Promise<void> {
  await Notification.requestPermission()
  for (const listener of listeners) listener()
}
