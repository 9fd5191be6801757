import { type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText, Folded } from '@/components/text/code-text'
import { ColouredCode } from '@/components/text/coloured-code'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { MARK } from '@/components/ui/further-looks'
import { PAPER_TEXT } from '@/components/ui/looks'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { timelineStart, useTimeline } from '@/lib/client/queries/use-timeline'
import type { Span } from '@/lib/domain/call/solution'
import type { RequestRecord } from '@/lib/domain/run/request-record'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import type { SessionView } from '@/lib/domain/session/view'
import { ContextMeterPanel } from './context-meter'
import { RequestParts } from './request-parts'

type PanelProps = {
  view: SessionView
  /** The number of the request; null for the latest. */
  selection: number | null
  onChoose: (number: number) => void
}

/** Exactly what a request sent to the model, and what came back. */
export function RequestPanel({ view, selection, onChoose }: PanelProps) {
  const t = useTranslations('inspector.request')
  const latest = useLatestRequest(view)
  const number = selection ?? latest
  const { id } = view.session
  const { data, error } = useRead(
    KEYS.request(id, number),
    'GET /api/sessions/{id}/requests/{n}',
    { params: { id, n: number } },
    { enabled: number > 0, staleTime: Number.POSITIVE_INFINITY },
  )
  if (latest === 0) return <p className="text-quiet">{t('none')}</p>
  return (
    <div className="flex flex-col gap-4">
      <ContextMeterPanel view={view} />
      <p className="flex items-center gap-2">
        <Button off={number <= 1} onClick={() => onChoose(number - 1)}>
          {t('earlier')}
        </Button>
        <span className="tabular-nums">{t('of', { number, latest })}</span>
        <Button off={number >= latest} onClick={() => onChoose(number + 1)}>
          {t('later')}
        </Button>
      </p>
      <ProblemAlert error={error} />
      {data && <Record record={data} />}
    </div>
  )
}

/** The number of the last request that has ended; 0 if there is none among the last events. */
function useLatestRequest({ session, seq }: SessionView): number {
  const [from] = useState(() => timelineStart(seq))
  const events = useTimeline(session.id, { from, seq }).filter(isKnownEvent)
  const ended = events.findLast(event => event.type === 'request.ended')
  return ended?.type === 'request.ended' ? ended.data.number : 0
}

function Record({ record }: { record: RequestRecord }) {
  const t = useTranslations('inspector.request')
  const { sent, received } = record
  return (
    <>
      <RequestParts record={record} />
      <Disclosure name={t('instructions')}>
        <CodeText>{sent.instructions}</CodeText>
      </Disclosure>
      <JsonPart name={t('messages', { count: sent.messages.length })} value={sent.messages} />
      <JsonPart name={t('tools', { count: sent.tools.length })} value={sent.tools} />
      {sent.replySchema && <JsonPart name={t('replySchema')} value={sent.replySchema} />}
      <Disclosure name={t('received')}>
        {received.error === undefined ? (
          <RawReply
            text={received.rawText}
            spans={received.calls.flatMap(({ span }) => (span ? [span] : []))}
          />
        ) : (
          <CodeText>{received.error}</CodeText>
        )}
      </Disclosure>
      {received.calls.length > 0 && (
        <JsonPart name={t('calls', { count: received.calls.length })} value={received.calls} />
      )}
    </>
  )
}

/** In colours once somebody opens it. */
function JsonPart({ name, value }: { name: string; value: unknown }) {
  const [wasOpened, setWasOpened] = useState(false)
  const text = useMemo(() => JSON.stringify(value, null, 2), [value])
  return (
    <Disclosure name={name} onOpen={() => setWasOpened(true)}>
      <ColouredCode language={wasOpened ? 'json' : null}>{text}</ColouredCode>
    </Disclosure>
  )
}

type DisclosureProps = { name: string; onOpen?: () => void; children: ReactNode }

const Disclosure = ({ name, onOpen, children }: DisclosureProps) => (
  <details onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
    <summary className="cursor-pointer font-semibold">{name}</summary>
    <div className={`${PAPER_TEXT} mt-2`}>{children}</div>
  </details>
)

type Props = { text: string; spans: Span[] }

/** A reply to the character; what was parsed as a Call is marked. */
const RawReply = ({ text, spans }: Props) => (
  <Folded text={text}>
    {(from, to) =>
      piecesOf(spans, from, to).map(piece =>
        piece.isCall ? (
          <mark key={piece.from} className={MARK}>
            <VisibleText>{text.slice(piece.from, piece.to)}</VisibleText>
          </mark>
        ) : (
          <span key={piece.from}>
            <VisibleText>{text.slice(piece.from, piece.to)}</VisibleText>
          </span>
        ),
      )
    }
  </Folded>
)

/** The text between two positions, cut where Calls begin and end. Spans may overlap. */
function piecesOf(spans: Span[], from: number, to: number) {
  const cuts = [from, ...spans.flat().filter(at => at > from && at < to), to]
  const positions = [...new Set(cuts)].sort((a, b) => a - b)
  return positions.slice(1).map((end, index) => {
    const begin = positions[index] ?? from
    return { from: begin, to: end, isCall: spans.some(span => span[0] <= begin && end <= span[1]) }
  })
}
