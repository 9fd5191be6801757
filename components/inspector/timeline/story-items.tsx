import { useTranslations } from 'use-intl'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { useUsageWords } from '@/components/usage/usage-words'
import { lengthOf } from '@/lib/client/story/run-times'
import type { StoryLine, StoryRequest, StoryRun } from '@/lib/client/story/session-story'
import { CallSteps } from './call-steps'
import { EventText } from './event-text'
import { Beginning, useLengthWords } from './story-words'

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
        <Clock at={event.at} />
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
