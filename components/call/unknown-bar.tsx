'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useArmed } from '@/lib/client/decisions/steady-press'
import type { WaitingCall } from '@/lib/domain/call/call'
import { VerbBar } from './set/decision-bar'

type Props = {
  call: WaitingCall
  isBusy: boolean
  isFolded: boolean
  onDecide: (kind: 'retry' | 'mark_done' | 'skip') => void
}

/** Only a person can say how a Call with an unknown outcome ended, or run it again. */
export function UnknownBar({ call, isBusy, isFolded, onDecide }: Props) {
  const t = useTranslations('call.unknownBar')
  const version = `${call.id} ${call.digest} ${call.attempt}`
  const off = !useArmed(version) || isBusy
  return (
    <>
      <p className="text-small text-quiet">{t('hint')}</p>
      <VerbBar isFolded={isFolded}>
        <Button off={off} target={version} onClick={() => onDecide('skip')}>
          {t('skip')}
        </Button>
        <Button off={off} target={version} onClick={() => onDecide('mark_done')}>
          {t('done')}
        </Button>
        <span className="grow" />
        <Button look="wanted" off={off} target={version} onClick={() => onDecide('retry')}>
          {t('retry')}
        </Button>
      </VerbBar>
    </>
  )
}
