'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

type Props = {
  kind: 'edit' | 'replace'
  isSound: boolean
  isReviewing: boolean
  isReady: boolean
  onReview: () => void
  onApprove: () => void
  onCancel: () => void
}

export function EditBar({ kind, isSound, isReviewing, isReady, onReview, onApprove, onCancel }: Props) {
  const t = useTranslations('call.editBar')
  const why = useId()
  return (
    <>
      {!isSound && (
        <p id={why} className="text-small text-quiet">
          {t('first')}
        </p>
      )}
      <div className="decision-bar edit-bar">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <span className="grow" />
        <Button look={isSound ? 'plain' : 'main'} off={isReviewing} onClick={onReview}>
          {t('review')}
        </Button>
        <Button
          look={isSound ? 'wanted' : 'plain'}
          off={!isReady}
          aria-describedby={isSound ? undefined : why}
          onClick={onApprove}
        >
          {t(kind)}
        </Button>
      </div>
    </>
  )
}
