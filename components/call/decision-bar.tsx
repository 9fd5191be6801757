'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useArmed } from '@/lib/client/use-armed'
import { Key } from './key'

/** Where something has to be said first. */
export type Form = 'deny' | 'edit' | 'replace' | 'answer' | 'always'

type Props = {
  /** What is shown of the Call: approving waits a moment where it changes. */
  shown: string
  isWanted: boolean
  isBusy: boolean
  onApprove: () => void
  onForm: (form: Form) => void
}

/**
 * The same buttons in the same places: Deny left, Approve right, what changes the Call between them. Denying works
 * at once; approving not before the card has been there a moment.
 */
export function DecisionBar({ shown, isWanted, isBusy, onApprove, onForm }: Props) {
  const t = useTranslations('call.verbs')
  const armed = useArmed(shown)
  return (
    <div className="decision-bar">
      <Button off={isBusy} aria-keyshortcuts="n" onClick={() => onForm('deny')}>
        {t('deny')} <Key>n</Key>
      </Button>
      <div className="decision-more">
        <Button off={isBusy} look="verb" aria-keyshortcuts="e" onClick={() => onForm('edit')}>
          {t('edit')} <Key>e</Key>
        </Button>
        <Button off={isBusy} look="verb" aria-keyshortcuts="r" onClick={() => onForm('replace')}>
          {t('replace')} <Key>r</Key>
        </Button>
        <Button off={isBusy} look="verb" onClick={() => onForm('answer')}>
          {t('answer')}
        </Button>
        <Button off={isBusy} look="verb" onClick={() => onForm('always')}>
          {t('always')}
        </Button>
      </div>
      <Button
        look={isWanted ? 'wanted' : 'plain'}
        off={!armed || isBusy}
        aria-keyshortcuts="y"
        onClick={onApprove}
      >
        {t('approve')} <Key>y</Key>
      </Button>
    </div>
  )
}
