'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useArmed } from '@/lib/client/use-armed'
import type { WaitingCall } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import type { Remember } from '@/lib/domain/decision-request'
import { narrowMatchers } from '@/lib/domain/narrow-rule'
import { RuleChoices } from './rule-choices'
import { LASTING_MS, type RuleChoice, RulePreview } from './rule-preview'

type Props = {
  call: WaitingCall
  isBusy: boolean
  onApprove: (remember: Remember) => void
  onCancel: () => void
}

/** A rule made from a Call, the narrowest first, shown in full before it is made together with the approval. */
export function AlwaysForm({ call, isBusy, onApprove, onCancel }: Props) {
  const t = useTranslations('call.alwaysForm')
  const [offered] = useState(() => narrowMatchers(invocationOf(call).arguments))
  const [choice, setChoice] = useState<RuleChoice>({ matchers: offered, scope: 'session', lasts: 'ever' })
  const armed = useArmed(JSON.stringify([call.digest, choice.scope, choice.lasts, choice.matchers.length]))
  const approve = (): void => {
    const { scope, matchers, lasts } = choice
    const expiresAt = lasts === 'ever' ? undefined : new Date(Date.now() + LASTING_MS[lasts]).toISOString()
    onApprove({ scope, matchers, ...(expiresAt ? { expiresAt } : {}) })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would name each field once more
    <div
      role="group"
      aria-label={t('name')}
      className="call-form"
      onKeyDown={event => event.key === 'Escape' && onCancel()}
    >
      <RuleChoices {...{ offered, choice }} onChange={setChoice} />
      <RulePreview tool={invocationOf(call).tool} choice={choice} />
      <div className="decision-bar">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <span className="grow" />
        <Button look="wanted" off={!armed || isBusy} onClick={approve}>
          {t('approve')}
        </Button>
      </div>
    </div>
  )
}
