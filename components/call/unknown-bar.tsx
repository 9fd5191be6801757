'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useArmed } from '@/lib/client/use-armed'
import type { WaitingCall } from '@/lib/domain/call'

type Props = {
  call: WaitingCall
  isBusy: boolean
  onDecide: (kind: 'retry' | 'mark_done' | 'skip') => void
}

/** Only a person can say what is true of a Call whose end nobody saw, or run it again. */
export function UnknownBar({ call, isBusy, onDecide }: Props) {
  const t = useTranslations('call.unknownBar')
  const armed = useArmed(`${call.id} ${call.digest} ${call.attempt}`)
  return (
    <>
      <p className="text-small text-quiet">{t('hint')}</p>
      <div className="decision-bar">
        <Button off={isBusy} onClick={() => onDecide('skip')}>
          {t('skip')}
        </Button>
        <Button off={isBusy} onClick={() => onDecide('mark_done')}>
          {t('done')}
        </Button>
        <span className="grow" />
        <Button look="wanted" off={!armed || isBusy} onClick={() => onDecide('retry')}>
          {t('retry')}
        </Button>
      </div>
    </>
  )
}
