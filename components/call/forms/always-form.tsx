'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { FIELD_BOX, PAPER } from '@/components/ui/looks'
import { serverNow } from '@/lib/client/api/server-clock'
import type { WaitingCall } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import type { Remember } from '@/lib/domain/call/decision-request'
import { narrowMatchers } from '@/lib/domain/policy/narrow-rule'
import { isObject } from '@/lib/text/json/json-value'
import { DecisionButton } from '../decision-button'
import { useUnreadHint, VerbBar } from '../set/decision-bar'

const HOUR = 3_600_000
const DURATIONS_MS = { hour: HOUR, shift: 8 * HOUR, week: 168 * HOUR }

type Duration = 'session' | keyof typeof DURATIONS_MS

type Props = {
  call: WaitingCall
  /** Whether all of it has been on screen: an unread Call makes no rule. */
  isSeen: boolean
  isBusy: boolean
  onApprove: (remember: Remember) => void
  onCancel: () => void
}

/** The narrowest rule for a Call, for its session, shown in full before it is made together with the approval. */
export function AlwaysForm({ call, isSeen, isBusy, onApprove, onCancel }: Props) {
  const t = useTranslations('call.alwaysForm')
  const { tool, arguments: args } = invocationOf(call)
  const [duration, setDuration] = useState<Duration>('session')
  const version = JSON.stringify([call.digest, duration])
  const { why, hint } = useUnreadHint({ version, isSeen })
  const approve = (): void => {
    const expiresAt =
      duration === 'session'
        ? {}
        : { expiresAt: new Date(serverNow() + DURATIONS_MS[duration]).toISOString() }
    onApprove({ scope: 'session', matchers: narrowMatchers(args), ...expiresAt })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would name each field once more
    <div role="group" aria-label={t('name')} className="flex flex-col gap-2">
      <label className="flex flex-col gap-1">
        <span className="font-semibold text-small">{t('until')}</span>
        <select
          className={`self-start py-1.5 ${FIELD_BOX}`}
          // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
          autoFocus
          value={duration}
          onChange={event => setDuration(event.target.value as Duration)}
        >
          {(['session', ...Object.keys(DURATIONS_MS)] as Duration[]).map(each => (
            <option key={each} value={each}>
              {t(`duration.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <RulePreview tool={tool} args={args} duration={duration} />
      <VerbBar>
        {hint}
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <span className="grow" />
        <DecisionButton
          variant="wanted"
          off={isBusy || !isSeen}
          version={version}
          aria-describedby={why}
          onClick={approve}
        >
          {t('approve')}
        </DecisionButton>
      </VerbBar>
    </div>
  )
}

type RulePreviewProps = { tool: string; args: unknown; duration: Duration }

/** The rule exactly as it would be made. */
function RulePreview({ tool, args, duration }: RulePreviewProps) {
  const t = useTranslations('call.rulePreview')
  const entries = isObject(args) ? Object.entries(args) : [[t('whole'), args] as const]
  return (
    <section aria-label={t('heading')} className={`${PAPER} flex flex-col gap-1 px-3 py-2`}>
      <p>
        {t.rich('what', {
          tool: () => (
            <code className="font-mono text-small font-semibold">
              <VisibleText isLine>{tool}</VisibleText>
            </code>
          ),
          duration,
        })}
      </p>
      {entries.length === 0 && <p className="font-semibold">{t('none')}</p>}
      {entries.map(([name, value]) => (
        <div key={name}>
          <span className="font-mono text-small font-semibold">
            <VisibleText isLine>{name}</VisibleText>
          </span>{' '}
          <span className="text-quiet text-small">{t('is')}</span>
          <CodeText>{valueText(value)}</CodeText>
        </div>
      ))}
      <p className="text-small text-quiet">{t('limits')}</p>
    </section>
  )
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
