'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import { useTimeline } from '@/lib/client/use-timeline'
import type { RequestRecord } from '@/lib/domain/request-record'
import type { SessionView } from '@/lib/domain/view'
import { ContextMeter } from './context-meter'
import { RawReply } from './raw-reply'
import { SegmentBar } from './segment-bar'

/** Exactly what a request sent to the model, and what came back. */
export function RequestPanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.request')
  const latest = useLatestRequest(view)
  const [chosen, setChosen] = useState<number | null>(null)
  const number = chosen ?? latest
  const { data, error } = useQuery({
    queryKey: KEYS.request(view.session.id, number),
    queryFn: ({ signal }) => api.readRequest(view.session.id, number, signal),
    enabled: number > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (latest === 0) return <p className="text-quiet">{t('none')}</p>
  return (
    <div className="flex flex-col gap-4">
      <ContextMeter view={view} />
      <p className="flex items-center gap-2">
        <Button off={number <= 1} onClick={() => setChosen(number - 1)}>
          {t('earlier')}
        </Button>
        <span className="figures">{t('of', { number, latest })}</span>
        <Button off={number >= latest} onClick={() => setChosen(number + 1)}>
          {t('later')}
        </Button>
      </p>
      {error && (
        <p role="alert" className="alert">
          <ProblemText error={error} />
        </p>
      )}
      {data && <Record record={data} />}
    </div>
  )
}

/** The last request that has ended, among the last events. */
function useLatestRequest({ session, seq }: SessionView): number {
  const ended = useTimeline(session.id, seq).findLast(event => event.type === 'request.ended')
  return ended?.type === 'request.ended' ? ended.data.number : 0
}

function Record({ record }: { record: RequestRecord }) {
  const t = useTranslations('inspector.request')
  const { sent, received } = record
  return (
    <>
      <Segments record={record} />
      <Part name={t('instructions')} text={sent.instructions} />
      <Part
        name={t('messages', { count: sent.messages.length })}
        text={JSON.stringify(sent.messages, null, 2)}
      />
      <Part name={t('tools', { count: sent.tools.length })} text={JSON.stringify(sent.tools, null, 2)} />
      {sent.replySchema && <Part name={t('replySchema')} text={JSON.stringify(sent.replySchema, null, 2)} />}
      <Opened name={t('received')}>
        {received.error === undefined ? (
          <RawReply
            text={received.rawText}
            spans={received.calls.flatMap(({ span }) => (span ? [span] : []))}
          />
        ) : (
          <CodeText>{received.error}</CodeText>
        )}
      </Opened>
      {received.calls.length > 0 && (
        <Part
          name={t('calls', { count: received.calls.length })}
          text={JSON.stringify(received.calls, null, 2)}
        />
      )}
    </>
  )
}

/** What it was put together from, with the share of each. */
function Segments({ record: { segments, model, dialect, purpose, sent } }: { record: RequestRecord }) {
  const t = useTranslations('inspector.request')
  const format = useFormatter()
  const all = segments.reduce((sum, { chars }) => sum + chars, 0)
  return (
    <section aria-label={t('segments')}>
      <p className="pb-2 text-quiet text-small [overflow-wrap:anywhere]">
        {t('model', { model, dialect })}
        {dialect === 'structured' && purpose === 'loop' && (
          <span className="block">{sent.replySchema ? t('held') : t('told')}</span>
        )}
      </p>
      <SegmentBar segments={segments} />
      <dl>
        {segments.map(({ label, source, chars, tokens, rawChars }) => (
          <div key={`${label} ${source}`} className="inspector-line">
            <dt className="min-w-0 [overflow-wrap:anywhere]">
              {label} <span className="block text-quiet text-small">{source}</span>
            </dt>
            <dd className="figures shrink-0 text-right">
              {format.number(all === 0 ? 0 : chars / all, { style: 'percent', maximumFractionDigits: 0 })}
              <span className="block text-quiet text-small">{t('size', { chars, tokens })}</span>
              {rawChars !== undefined && (
                <span className="block text-quiet text-small">{t('cut', { chars: rawChars })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Part = ({ name, text }: { name: string; text: string }) => (
  <Opened name={name}>
    <CodeText>{text}</CodeText>
  </Opened>
)

const Opened = ({ name, children }: { name: string; children: ReactNode }) => (
  <details>
    <summary className="cursor-pointer font-semibold">{name}</summary>
    <div className="paper-block mt-2 px-2.5 py-1">{children}</div>
  </details>
)
