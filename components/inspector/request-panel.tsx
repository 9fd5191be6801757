import { type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText, Folded } from '@/components/text/code-text'
import { ColouredCode } from '@/components/text/coloured-code'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { LEDGER_LINE, MARK } from '@/components/ui/further-looks'
import { PAPER_TEXT } from '@/components/ui/looks'
import { type PartPattern, PartSign, PartsBar, PartsLegend, TokenBar } from '@/components/usage/usage-bar'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { timelineStart, useTimeline } from '@/lib/client/queries/use-timeline'
import {
  type GroupName,
  type SegmentGroup,
  segmentGroups,
  segmentName,
} from '@/lib/client/story/segment-groups'
import type { Span } from '@/lib/domain/call/solution'
import type { RequestRecord, Segment } from '@/lib/domain/run/request-record'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import type { SessionView } from '@/lib/domain/session/view'
import { ContextMeterPanel } from './context-meter'

type PanelProps = {
  view: SessionView
  /** The number of the request; null for the latest. */
  selection: number | null
  onChoose: (number: number) => void
}

/** Exactly what a request sent to the model, and what came back. */
export function RequestPanel({ view, selection, onChoose }: PanelProps) {
  const t = useTranslations('inspector.request')
  const { id } = view.session
  const [from] = useState(() => timelineStart(view.seq))
  const events = useTimeline(id, { from, seq: view.seq }).filter(isKnownEvent)
  // Of the requests that have ended; 0 if none did among the last events.
  const latest = events.findLast(event => event.type === 'request.ended')?.data.number ?? 0
  const number = selection ?? latest
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

/** A reply to the character; what was parsed as a Call is marked. */
const RawReply = ({ text, spans }: { text: string; spans: Span[] }) => (
  <Folded text={text}>
    {(from, to) =>
      piecesOf(spans, from, to).map(piece => {
        const Piece = piece.isCall ? 'mark' : 'span'
        return (
          <Piece key={piece.from} className={piece.isCall ? MARK : undefined}>
            <VisibleText>{text.slice(piece.from, piece.to)}</VisibleText>
          </Piece>
        )
      })
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

const LOOKS: Record<GroupName, PartPattern> = {
  instructions: 'grey',
  memory: 'empty',
  tools: 'hatched',
  summary: 'striped',
  messages: 'full',
}

/** What a Request was made of: the size of each part, and how much of it the provider had in its cache. */
function RequestParts({ record }: { record: RequestRecord }) {
  const t = useTranslations('inspector.request')
  const { segments, model, dialect, purpose, sent, usage } = record
  const groups = segmentGroups(segments)
  const { inputTokens, cachedTokens, outputTokens } = usage
  return (
    <section aria-label={t('segments')} className="flex flex-col gap-4">
      <p className="text-quiet text-small wrap-anywhere">
        {t('model', { model, dialect })}
        {dialect === 'structured' && purpose === 'loop' && (
          <span className="block">{sent.replySchema ? t('enforced') : t('described')}</span>
        )}
      </p>
      <div>
        <h3 className="font-semibold">{t('parts')}</h3>
        <p className="pb-1 text-quiet text-small">{t('estimated')}</p>
        <PartsBar parts={groups.map(({ name, tokens }) => ({ name, size: tokens, pattern: LOOKS[name] }))} />
        <GroupList groups={groups} />
      </div>
      <div>
        <h3 className="font-semibold">{t('counted')}</h3>
        <p className="pb-1 text-quiet text-small tabular-nums">
          {t('cache', { cached: cachedTokens, fresh: inputTokens - cachedTokens, output: outputTokens })}
        </p>
        <TokenBar
          usage={{ inputTokens, outputTokens, cachedInputTokens: cachedTokens }}
          most={inputTokens + outputTokens}
        />
        <div className="pt-1">
          <PartsLegend />
        </div>
      </div>
    </section>
  )
}

function GroupList({ groups }: { groups: SegmentGroup[] }) {
  const t = useTranslations('inspector.request')
  const all = groups.reduce((sum, { tokens }) => sum + tokens, 0)
  return groups.map(({ name, tokens, segments }) => (
    <details key={name} className="border-hairline border-b">
      <summary className="flex cursor-pointer list-none items-center gap-2 py-1 touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <PartSign pattern={LOOKS[name]} />
        <span className="grow underline decoration-field underline-offset-3">{t(`group.${name}`)}</span>
        <span className="text-quiet text-small tabular-nums">
          {t('share', { count: tokens, percent: Math.round((100 * tokens) / (all || 1)) })}
        </span>
      </summary>
      <dl className="ps-5">
        {segments.map(segment => (
          <SegmentLine key={`${segment.label} ${segment.source}`} segment={segment} />
        ))}
      </dl>
    </details>
  ))
}

function SegmentLine({ segment }: { segment: Segment }) {
  const { source, chars, tokens, rawChars } = segment
  const t = useTranslations('inspector.request')
  const name = segmentName(segment)
  return (
    <div className={LEDGER_LINE}>
      <dt className="min-w-0 wrap-anywhere">
        {name ? t(`segment.${name.code}`, { name: name.of }) : segment.label}{' '}
        <span className="block text-quiet text-small">{source}</span>
      </dt>
      <dd className="shrink-0 text-right text-quiet text-small tabular-nums">
        {t('size', { chars, tokens })}
        {rawChars !== undefined && <span className="block">{t('cut', { chars: rawChars })}</span>}
      </dd>
    </div>
  )
}
