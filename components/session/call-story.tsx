'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CallPreview } from '@/components/call/call-preview'
import { SaidWhere } from '@/components/call/said-where'
import { CodeText } from '@/components/text/code-text'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import type { Call, SettledCall } from '@/lib/domain/call'
import { DecisionStory } from './decision-story'
import { RevertButton } from './revert-button'
import { TextChange } from './text-change'

/** All that is known of a Call that has ended: what was proposed, ruled and run, and what came of it. */
export function CallStory({ callId, result }: { callId: string; result: string }) {
  const t = useTranslations('session.callStory')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEYS.call(callId),
    queryFn: ({ signal }) => api.readCall(callId, signal),
  })
  return (
    <div className="call-story">
      {data && <Proposed call={data} />}
      {error && (
        <p role="alert" className="alert">
          <ProblemText error={error} />{' '}
          <Button look="quiet" off={isFetching} onClick={() => void refetch()}>
            {t('again')}
          </Button>
        </p>
      )}
      <Result text={result} call={data} />
    </div>
  )
}

/** Where handles may stand before it ran. */
const textsOf = ({ proposed, effective, preview, decisions }: Call): (string | undefined)[] => [
  ...[proposed.argumentsText, effective?.argumentsText, preview && JSON.stringify(preview)],
  ...decisions.map(({ reason }) => reason),
]

function Proposed({ call }: { call: Call }) {
  const t = useTranslations('session.callStory')
  const { proposed, effective } = call
  const ran = effective && effective.argumentsText !== proposed.argumentsText ? effective : undefined
  return (
    <>
      <section aria-label={t('proposed')}>
        <h4>{t('proposed')}</h4>
        <CallPreview preview={ran ? undefined : call.preview} argumentsText={proposed.argumentsText} />
        <SaidWhere call={call} />
        <MaskedSecrets sessionId={call.sessionId} id={call.id} texts={textsOf(call)} />
      </section>
      {call.decisions.map(decision => (
        <DecisionStory key={decision.id} decision={decision} />
      ))}
      {effective && (ran || effective.tool !== proposed.tool) && (
        <section aria-label={t('change')}>
          <h4>{t('change')}</h4>
          {effective.tool !== proposed.tool && <TextChange before={proposed.tool} after={effective.tool} />}
          {ran && <TextChange before={proposed.argumentsText} after={ran.argumentsText} />}
        </section>
      )}
      {ran && (
        <section aria-label={t('ran')}>
          <h4>{t('ran')}</h4>
          <CallPreview preview={call.preview} argumentsText={ran.argumentsText} />
        </section>
      )}
    </>
  )
}

function Result({ text, call }: { text: string; call: Call | undefined }) {
  const t = useTranslations('session.callStory')
  const settled = call?.state === 'settled' ? call : undefined
  const cut = settled?.result.truncated?.chars
  return (
    <section aria-label={t('result')}>
      <h4>{t('result')}</h4>
      <div className="paper-block px-2.5 py-1">
        <CodeText>{text}</CodeText>
      </div>
      {cut !== undefined && <p className="call-story-note">{t('cut', { count: cut })}</p>}
      {settled && <Times call={settled} />}
      {settled?.result.changed && settled.result.kind === 'ok' && <RevertButton callId={settled.id} />}
    </section>
  )
}

function Times({ call }: { call: SettledCall }) {
  const t = useTranslations('session.callStory')
  const { startedAt, endedAt } = call
  return (
    <p className="call-story-note figures">
      {startedAt
        ? t.rich('times', {
            from: () => <Clock at={startedAt} />,
            to: () => <Clock at={endedAt} />,
            seconds: (Date.parse(endedAt) - Date.parse(startedAt)) / 1000,
          })
        : t.rich('settled', { at: () => <Clock at={endedAt} /> })}
    </p>
  )
}
