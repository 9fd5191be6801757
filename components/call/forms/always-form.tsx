import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Radios } from '@/components/ui/choice'
import { SelectField } from '@/components/ui/field'
import { PAPER } from '@/components/ui/looks'
import { serverNow } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { WaitingCall } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import type { Remember } from '@/lib/domain/call/decision-request'
import { ruleWidths } from '@/lib/domain/policy/rule-widths'
import { DecisionButton } from '../decision-button'
import { useUnreadHint, VerbBar } from '../set/decision-bar'
import { PastDecisions } from './past-decisions'

const DURATIONS = ['session', 'today', 'week', 'always'] as const
type Duration = (typeof DURATIONS)[number]

const WEEK_MS = 168 * 3_600_000

/** When a Rule ends that is made now; today ends at midnight where its maker is. */
function endOf(duration: Duration): string | undefined {
  if (duration !== 'today' && duration !== 'week') return undefined
  const midnight = new Date(serverNow()).setHours(24, 0, 0, 0)
  return new Date(duration === 'today' ? midnight : serverNow() + WEEK_MS).toISOString()
}

type Props = {
  call: WaitingCall
  /** Whether all of it has been on screen: an unread Call makes no rule. */
  isSeen: boolean
  isBusy: boolean
  onApprove: (remember: Remember) => void
  onCancel: () => void
}

/** A rule for Calls like this one: how far it reaches and how long, and what it would have done before it is made. */
export function AlwaysForm({ call, isSeen, isBusy, onApprove, onCancel }: Props) {
  const t = useTranslations('call.alwaysForm')
  const widths = ruleWidths(call)
  const [widthName, setWidthName] = useState(widths[0]?.name)
  const [duration, setDuration] = useState<Duration>('today')
  const width = widths.find(({ name }) => name === widthName)
  const { tool } = invocationOf(call)
  const { matchers = [] } = width ?? {}
  // Of the session, so that its own rules are compared too.
  const { sessionId } = call
  const rule = { effect: 'allow' as const, tool, matchers, scope: 'session' as const, sessionId }
  const backtest = useRead(
    KEYS.backtest(rule),
    'POST /api/rules/backtest',
    { body: { rule } },
    { enabled: width !== undefined, staleTime: 60_000 },
  )
  const isTried = width !== undefined && (backtest.data !== undefined || backtest.error !== null)
  const trial = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isTried) trial.current?.scrollIntoView({ block: 'nearest' })
  }, [isTried])
  const version = JSON.stringify([call.digest, widthName, duration, isTried])
  const { why, hint } = useUnreadHint({ version, isSeen })
  const approve = (): void => {
    const scope = duration === 'session' ? 'session' : 'always'
    onApprove({ scope, matchers, expiresAt: endOf(duration) })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would name each field once more
    <div role="group" aria-label={t('name')} className="flex flex-col gap-2">
      {width ? (
        <>
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
            <Radios
              autoFocus
              label={t('what')}
              value={width.name}
              options={widths.map(({ name, subject }) => [
                name,
                <span key={name}>
                  {t.rich(`width.${name}`, { subject: () => <Subject>{subject}</Subject> })}
                </span>,
              ])}
              onValue={setWidthName}
            />
            <SelectField
              label={t('until')}
              value={duration}
              options={DURATIONS.map(each => [each, t(`duration.${each}`)])}
              onValue={setDuration}
            />
          </div>
          <section
            ref={trial}
            aria-label={t('rule')}
            aria-busy={!isTried}
            className={`min-h-15 scroll-mb-20 px-3 py-2 ${PAPER}`}
          >
            {backtest.data && <PastDecisions result={backtest.data} />}
            {!isTried && <p className="text-quiet text-small">{t('trying')}</p>}
            <ProblemAlert error={backtest.error} again={() => void backtest.refetch()} />
          </section>
        </>
      ) : (
        <p>{t('none')}</p>
      )}
      <VerbBar>
        {hint}
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <span className="grow" />
        {width && (
          <DecisionButton
            variant="wanted"
            off={isBusy || !isSeen || !isTried}
            version={version}
            aria-describedby={why}
            onClick={approve}
          >
            {t('approve')}
          </DecisionButton>
        )}
      </VerbBar>
    </div>
  )
}

const Subject = ({ children }: { children: string }) => (
  <code className="font-mono text-small">
    <VisibleText isLine>{children}</VisibleText>
  </code>
)
