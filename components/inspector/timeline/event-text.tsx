import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VerdictText } from '@/components/call/verdict-line'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { decisionOf } from '@/lib/domain/call/call-state'
import type { MemoryHit } from '@/lib/domain/memory/memory'
import type { StreamEvent } from '@/lib/domain/session/event'
import { isKnownEvent } from '@/lib/domain/session/event-kind'

/** What an Event tells of, in a line. */
export function EventText({ event }: { event: StreamEvent }) {
  const t = useTranslations('inspector.event')
  if (!isKnownEvent(event)) return <EventLine name={event.type} text={t('unknown')} />
  switch (event.type) {
    case 'call.decided': {
      const { call, kind, by } = event.data
      const decision = { kind, by, seen: decisionOf(call)?.seen }
      return (
        <EventLine name={call.tool}>
          <VerdictText decision={decision} reason={call.reason} />
        </EventLine>
      )
    }
    case 'call.proposed':
    case 'call.waiting':
    case 'call.held':
    case 'call.checked':
    case 'call.started':
    case 'call.ended':
      return <EventLine name={event.data.call.tool} text={t(event.type)} />
    case 'request.started':
    case 'request.ended':
      return <>{t(event.type, { number: event.data.number })}</>
    case 'run.ended':
      return <>{t(event.type, { reason: event.data.run.stopReason ?? '' })}</>
    case 'message.added':
      return <>{t(event.type, { kind: event.data.entry.kind })}</>
    case 'memory.recalled':
      return <RecalledMemories {...event.data} />
    case 'memory.stored':
      return <EventLine name={t(event.type)} text={event.data.text} />
    case 'secret.released':
      return <>{t(event.type, { handle: event.data.secret.handle })}</>
    case 'loop.warning':
      return (
        <EventLine name={t(event.type)} text={t(`loop.${event.data.kind}`, { count: event.data.count })} />
      )
    case 'health.changed':
      return <>{t(event.type, event.data)}</>
    case 'hook.ran': {
      const { hook, point, verdict, ms, reason } = event.data
      const text = `${point}: ${t(`hook.${verdict}`)}, ${t('hook.ms', { ms })}${reason ? `: ${reason}` : ''}`
      return <EventLine name={hook} text={text} />
    }
    case 'parse.issue':
      return <EventLine name={t(event.type)} text={event.data.reason} />
    default:
      return <>{t(event.type)}</>
  }
}

type LineProps = { name: string; text?: string; children?: ReactNode }

const EventLine = ({ name, text = '', children }: LineProps) => (
  <>
    <CodeName className="text-small">{name}</CodeName> {children ?? <VisibleText isLine>{text}</VisibleText>}
  </>
)

/** The memories that matched a message, and why each was given to the model or not. */
function RecalledMemories({ query, hits }: { query: string; hits: MemoryHit[] }) {
  const t = useTranslations('inspector.recalled')
  const format = useFormatter()
  const count = hits.filter(hit => hit.kept).length
  return (
    <details>
      <summary className="cursor-pointer">{t('count', { count })}</summary>
      <p className="pt-1 text-quiet text-small">
        {t('query')} <VisibleText isLine>{query}</VisibleText>
      </p>
      <ul className="flex flex-col gap-1 pt-1 text-small">
        {hits.map(({ id, score, reason, text }) => (
          <li key={id}>
            <span className="tabular-nums">{format.number(score, { minimumFractionDigits: 2 })}</span>{' '}
            {t(reason)}: <VisibleText isLine>{text}</VisibleText>
          </li>
        ))}
      </ul>
    </details>
  )
}
