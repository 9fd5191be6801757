'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { askPermission, permission, watchPermission } from '@/lib/client/notify'
import { useNotifyWaiting } from './use-notify-waiting'

/** Asks to be allowed to tell of waiting calls while nobody looks at the page; gone once that is settled. */
export function NotifyButton() {
  const t = useTranslations('desk.notifyButton')
  const allowed = useSyncExternalStore(watchPermission, permission, () => 'denied')
  useNotifyWaiting()
  return allowed === 'default' ? (
    <Button look="quiet" onClick={() => void askPermission()}>
      {t('notify')}
    </Button>
  ) : null
}
