'use client'

import { useTranslations } from 'use-intl'
import { verdictWords } from '@/components/call/verdict-words'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import { TIMELINE_EVENTS, useTimeline } from '@/lib/client/use-timeline'
import type { Event } from '@/lib/domain/event'
import type { SessionView } from '@/lib/domain/view'
import { Recalled } from './recalled'

/** Every fact of the session in its order, the newest first. */
export function TimelinePanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.timeline')
  const events = useTimeline(view.session.id, view.seq)
  return (
    <>
      <ol className="flex flex-col">
        {events.toReversed().map(event => (
          <li key={event.seq} className="inspector-line">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <EventWords event={event} />
            </span>
            <span className="shrink-0 text-quiet text-small">
              <Clock at={event.at} /> <span className="figures">#{event.seq}</span>
            </span>
          </li>
        ))}
      </ol>
      {view.seq > TIMELINE_EVENTS && (
        <p className="pt-3 text-quiet text-small">{t('only', { count: TIMELINE_EVENTS })}</p>
      )}
    </>
  )
}

function EventWords({ event }: { event: Event }) {
  const t = useTranslations('inspector.event')
  const tVerdict = useTranslations('call.verdict')
  switch (event.type) {
    case 'call.decided': {
      const { tool } = event.data.call
      return <Told name={tool} words={verdictWords(tVerdict, event.data)} />
    }
    case 'call.proposed':
    case 'call.waiting':
    case 'call.started':
    case 'call.ended':
      return <Told name={event.data.call.tool} words={t(wordOf(event.type))} />
    case 'request.started':
    case 'request.ended':
      return <>{t(wordOf(event.type), { number: event.data.number })}</>
    case 'run.ended':
      return <>{t('runEnded', { reason: event.data.run.stopReason ?? '' })}</>
    case 'message.added':
      return <>{t('message', { kind: event.data.entry.kind })}</>
    case 'message.ended':
      return <>{t('messageEnded')}</>
    case 'memory.recalled':
      return <Recalled {...event.data} />
    case 'memory.stored':
      return <Told name={t('memoryStored')} words={event.data.text} />
    case 'secret.released':
      return <>{t('secretReleased', { handle: event.data.secret.handle })}</>
    case 'loop.warning':
      return (
        <Told name={t('loopWarning')} words={t(`loop.${event.data.kind}`, { count: event.data.count })} />
      )
    case 'parse.issue':
      return <Told name={t('parseIssue')} words={event.data.reason} />
    default:
      return <>{t(wordOf(event.type))}</>
  }
}

const WORDS = {
  'call.proposed': 'callProposed',
  'call.waiting': 'callWaiting',
  'call.started': 'callStarted',
  'call.ended': 'callEnded',
  'request.started': 'requestStarted',
  'request.ended': 'requestEnded',
  'session.changed': 'sessionChanged',
  'session.deleted': 'sessionDeleted',
  'run.queued': 'runQueued',
  'run.started': 'runStarted',
  'run.waiting': 'runWaiting',
  'run.changed': 'runChanged',
  'context.compacting': 'contextCompacting',
  'context.compacted': 'contextCompacted',
  'context.trimmed': 'contextTrimmed',
  'context.restored': 'contextRestored',
  'plan.revised': 'planRevised',
  'state.changed': 'stateChanged',
  'queue.changed': 'queueChanged',
  'policy.changed': 'policyChanged',
} as const

const wordOf = <T extends keyof typeof WORDS>(type: T): (typeof WORDS)[T] => WORDS[type]

const Told = ({ name, words }: { name: string; words: string }) => (
  <>
    <span className="font-mono text-small">
      <VisibleText isLine>{name}</VisibleText>
    </span>{' '}
    <VisibleText isLine>{words}</VisibleText>
  </>
)
