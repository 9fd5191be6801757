import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { SessionListPage } from '@/lib/client/queries/sessions-query'

const NotifyWaiting = lazyPart(async () => (await import('./notify-waiting')).NotifyWaiting)

/**
 * Asks for permission to notify; gone once that is granted or denied. `initialPage`: the sessions as the server rendered
 * them. What begins to wait later is news, however late the part that notifies comes.
 */
export function NotifyButton({ initialPage }: { initialPage: SessionListPage }) {
  const t = useTranslations('shell.notifyButton')
  const [answer, setAnswer] = useState<NotificationPermission>()
  const isHydrated = useHydrated()
  const state = answer ?? (isHydrated && 'Notification' in window && Notification.permission)
  const [firstPage] = useState(initialPage)
  if (state === 'granted') return <NotifyWaiting initialPage={firstPage} />
  return state === 'default' ? (
    <Button variant="quiet" onClick={() => void Notification.requestPermission().then(setAnswer)}>
      {t('notify')}
    </Button>
  ) : null
}
