import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { targetOf } from '@/components/call/call-target'
import { Seal, VerdictText } from '@/components/call/verdict-line'
import { ForkButton } from '@/components/session/fork-button'
import { useServerText } from '@/components/text/server-words'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { useUsageWords } from '@/components/usage/usage-words'
import type {
  StoryCall,
  StoryLine,
  StoryRequest,
  StoryRun,
  StoryTime,
} from '@/lib/client/story/session-story'
import { beginningOf } from '@/lib/client/text/beginning'
import type { Call } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { shortDigest } from '@/lib/domain/policy/seal'
import { EventText } from './event-text'

type ItemsProps = {
  items: StoryRun['items']
  /** Whether the session's model thinks, acts and observes in words. */
  isReact: boolean
  onRequest: (number: number) => void
}

/** What happened one after the other. */
export function StoryItems({ items, isReact, onRequest }: ItemsProps) {
  return (
    <ol className="flex flex-col gap-3 pt-2">
      {items.map(item => (
        <li key={keyOf(item)} className="min-w-0">
          {item.kind === 'line' && <Line line={item} />}
          {item.kind === 'call' && <CallSteps story={item} isReact={isReact} />}
          {item.kind === 'request' && <RequestSteps request={item} isReact={isReact} onRequest={onRequest} />}
        </li>
      ))}
    </ol>
  )
}

function keyOf(item: StoryRun['items'][number]): string {
  if (item.kind === 'line') return `event-${item.event.seq}`
  return item.kind === 'call' ? item.call.id : `request-${item.number}`
}

/** What happened beside it, in a line. */
function Line({ line: { event } }: { line: StoryLine }) {
  const say = useServerText()
  return (
    <div className="flex justify-between gap-3 text-small">
      <div className="min-w-0 wrap-anywhere">
        <EventText event={event} />
        {event.type === 'message.added' && event.data.entry.text !== '' && (
          <Beginning text={say(event.data.entry.codedText, event.data.entry.text)} className="text-quiet" />
        )}
        {event.type === 'plan.revised' && event.data.plan.because && (
          <Beginning text={event.data.plan.because} className="text-quiet" />
        )}
      </div>
      <span className="shrink-0 text-quiet">
        <Clock isExact at={event.at} />
      </span>
    </div>
  )
}

type RequestProps = Omit<ItemsProps, 'items'> & { request: StoryRequest }

/** A Request: what it took, what the model said, and the Calls that it proposed. */
function RequestSteps({ request, isReact, onRequest }: RequestProps) {
  const t = useTranslations('inspector.step')
  const { number, codedText, items, compacts, time } = request
  const speaksReact = isReact || items.some(item => item.kind === 'call' && item.call.dialect === 'react')
  const hasCalls = items.some(item => item.kind === 'call')
  const text = codedText?.text || codedText?.reasoning || ''
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        {time?.to === undefined ? (
          <span className="font-strong text-small">{t('request', { number })}</span>
        ) : (
          <Button
            variant="link"
            onClick={({ currentTarget }) => {
              // The button goes away with the tab: the panel that the request appears in takes the focus.
              currentTarget.closest<HTMLElement>('[role="tabpanel"]')?.focus()
              onRequest(number)
            }}
          >
            {t('request', { number })}
          </Button>
        )}
        <RequestFigures request={request} />
      </div>
      {compacts && <p className="text-small">{t('summary')}</p>}
      {text !== '' && (
        <div className="py-0.5">
          {speaksReact && hasCalls && <span className="text-quiet text-small">{t('thought')}</span>}
          <Beginning text={text} />
        </div>
      )}
      {items.length > 0 && <StoryItems items={items} isReact={speaksReact} onRequest={onRequest} />}
    </div>
  )
}

/** Ends of a Request that need no word. */
const PLAIN_ENDS = ['stop', 'calls', 'tool-calls', undefined]

function RequestFigures({ request }: { request: StoryRequest }) {
  const t = useTranslations('inspector.step')
  const tRun = useTranslations('inspector.run')
  const length = useLengthWords()
  const words = useUsageWords()
  const { time, usage, firstTokenAt, finishReason, model } = request
  if (time && !time.to) return <span className="text-quiet text-small">{t('asking')}</span>
  const took = time ? lengthOf([time]) : null
  const first = time && firstTokenAt ? Date.parse(firstTokenAt) - Date.parse(time.from) : null
  const figures = [
    ...(took === null ? [] : [length(took)]),
    ...(usage ? [tRun('tokens', { count: usage.totalTokens })] : []),
    ...(usage?.cost ? [words.money(usage.cost)] : []),
    ...(first === null ? [] : [t('first', { time: length(Math.max(0, first)) })]),
    ...(PLAIN_ENDS.includes(finishReason) ? [] : [t('failed', { reason: finishReason ?? '' })]),
  ]
  return (
    <>
      <span className="text-quiet text-small tabular-nums">{figures.slice(0, 2).join(' · ')}</span>
      <span className="w-full text-quiet text-small tabular-nums wrap-anywhere">
        <VisibleText isLine>{model}</VisibleText>
        {figures.slice(2).map(text => ` · ${text}`)}
      </span>
    </>
  )
}

/** A Call from its proposal over each decision to how it ended. */
function CallSteps({ story, isReact }: { story: StoryCall; isReact: boolean }) {
  const t = useTranslations('inspector.step')
  const tTimeline = useTranslations('inspector.timeline')
  const say = useServerText()
  const { call, decisions, entry } = story
  const result = call.state === 'settled' ? call.result : null
  const last = decisions.at(-1)
  return (
    <div className={`border-s-2 ps-3 ${isWaiting(call) ? 'border-accent' : 'border-hairline'}`}>
      <p className={`wrap-anywhere ${result?.kind === 'denied' ? 'line-through' : ''}`}>
        {isReact && <Named>{t('action')}</Named>}
        <CodeName className="font-semibold text-small">{call.tool}</CodeName>{' '}
        <CodeName className="text-small">{targetOf(call)}</CodeName>
      </p>
      {decisions.map(({ seq, data }) => (
        <Verdict key={seq} data={data} current={call} />
      ))}
      <p className={`text-small ${result?.kind === 'error' ? 'font-semibold' : 'text-quiet'}`}>
        {isReact && result && <Named>{t('observation')}</Named>}
        <Course story={story} />
      </p>
      {result && (isReact || result.isError) && result.kind !== 'denied' && (
        <Beginning text={say(result.codedText, result.text)} className="text-quiet text-small" />
      )}
      <p className="flex flex-wrap items-center gap-x-4">
        {entry !== undefined && (
          <a href={`#seq-${entry}`} className={LINK_IN_STORY}>
            {t('link')}
          </a>
        )}
        {last && (
          <ForkButton sessionId={call.sessionId} seq={last.seq - 1}>
            {tTimeline('fork')}
          </ForkButton>
        )}
      </p>
    </div>
  )
}

const LINK_IN_STORY =
  'inline-flex min-h-7 items-center text-[0.8125rem] text-quiet underline decoration-field underline-offset-3 hover:text-ink touch:min-h-11'

const Named = ({ children }: { children: ReactNode }) => (
  <span className="me-1.5 text-quiet text-small">{children}</span>
)

type VerdictProps = { data: StoryCall['decisions'][number]['data']; current: Call }

/** Who decided what about which content; with a person's reason, and why it no longer holds where it does not. */
function Verdict({ data: { call, kind, by }, current }: VerdictProps) {
  const t = useTranslations('inspector.step')
  const decision = call.decisions.findLast(one => one.kind === kind)
  const { void: reason } = current.decisions.find(({ id }) => id === decision?.id) ?? {}
  return (
    <div className="text-small wrap-anywhere">
      <Seal className="me-1 size-3.5!" digest={call.digest} />
      <VerdictText decision={{ kind, by, seen: decision?.seen }} reason={call.reason} />{' '}
      <span className="font-mono text-quiet">{shortDigest(call.digest)}</span>
      {reason && <span className="block text-quiet">{t(`void.${reason}`)}</span>}
      {by.type === 'person' && decision?.reason && (
        <Beginning text={t('reason', { text: decision.reason })} className="text-quiet" />
      )}
    </div>
  )
}

/** How long it waited for people and ran, and how it ended. */
function Course({ story: { call, waits, executions } }: { story: StoryCall }) {
  const t = useTranslations('inspector.step')
  const length = useLengthWords()
  const [waited, ran] = [lengthOf(waits), lengthOf(executions)]
  const steps = [
    ...(waited === null ? [] : [t('waited', { time: length(waited) })]),
    ...(ran === null ? [] : [t('ran', { time: length(ran) })]),
  ]
  const outcome = () => {
    if (call.state === 'settled') return t(`end.${call.result.kind}`)
    if (call.state === 'waiting') return <span className="font-strong text-accent">{t('waiting')}</span>
    return t(call.state === 'executing' ? 'running' : 'held')
  }
  return (
    <>
      {steps.length > 0 && `${steps.join(' · ')} · `}
      {outcome()}
    </>
  )
}

/** How long something took that has ended, all its times together; null where it never was. */
const lengthOf = (times: StoryTime[]): number | null =>
  times.some(({ to }) => to !== undefined)
    ? times.reduce((sum, { from, to }) => sum + (to === undefined ? 0 : Date.parse(to) - Date.parse(from)), 0)
    : null

/** Below it a time is said to be shorter than that. */
const SHORTEST_MS = 100

/** How long something took, in words. */
export function useLengthWords(): (ms: number) => string {
  const t = useTranslations('inspector.run')
  const words = useUsageWords()
  return ms => (ms < SHORTEST_MS ? t('under', { time: words.duration(SHORTEST_MS) }) : words.duration(ms))
}

const Beginning = ({ text, className = '' }: { text: string; className?: string }) => (
  <p dir="auto" className={`wrap-anywhere ${className}`}>
    <VisibleText>{beginningOf(text)}</VisibleText>
  </p>
)
