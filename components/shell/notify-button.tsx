'use client'

import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { loadPart } from '@/lib/client/page/load-part'
import { useWaitingSessions } from '@/lib/client/queries/sessions-query'

const NotifyWaiting = lazy(async () => ({
  default: (await loadPart(() => import('./notify-waiting'))).NotifyWaiting,
}))

/** Asks for permission to notify; gone once that is granted or denied. */
export function NotifyButton() {
  const t = useTranslations('shell.notifyButton')
  const state = useSyncExternalStore(watchPermission, permission, () => 'denied')
  const [begin] = useState(useWaitingSessions().data)
  if (state === 'granted')
    return (
      <Suspense>
        <NotifyWaiting begin={begin} />
      </Suspense>
    )
  return state === 'default' ? (
    <Button look="quiet" onClick={() => void askPermission()}>
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
