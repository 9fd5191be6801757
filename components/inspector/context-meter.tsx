import { useTranslations } from 'use-intl'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { tokensUsed, triggersOf } from '@/lib/domain/run/triggers'
import type { SessionView } from '@/lib/domain/session/view'

/** How full the context is, and when earlier messages are summarised. */
export function ContextMeterPanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.context')
  const measures = useContextMeter(view)
  if (!measures) return null
  const first = fullest(measures)
  return (
    <section aria-label={t('name')} className="flex flex-col gap-2 pb-4">
      <h3 className="font-semibold">{t('name')}</h3>
      {measures.map(measure => (
        <Bar key={measure.name} measure={measure} />
      ))}
      {first && (
        <p className="text-quiet text-small tabular-nums">
          {t(`shareOf.${first.name}`, { percent: shareIn(first), used: first.used, at: first.at })}
        </p>
      )}
      {first && isPast(first) && (
        <p className="text-near text-small">{t('over', { measure: first.name, next: nextFor(view) })}</p>
      )}
      {view.context?.input && (
        <p className="tabular-nums text-quiet text-small">{t('input', view.context.input)}</p>
      )}
      {!measures.some(({ name }) => name === 'tokens') && (
        <p className="text-quiet text-small">{t('noWindow')}</p>
      )}
    </section>
  )
}

function Bar({ measure }: { measure: Measure }) {
  const t = useTranslations('inspector.context')
  const { name, used, at, of } = measure
  const share = (n: number): string => `${Math.min(100, (100 * n) / Math.max(1, of))}%`
  return (
    <div>
      <p className="flex justify-between gap-3 text-small">
        <span>{t(name)}</span>
        <span className="tabular-nums text-quiet">{t('used', { used, of })}</span>
      </p>
      <div aria-hidden className="relative h-2 overflow-hidden border border-field bg-surface">
        <span
          className={`absolute inset-y-0 left-0 ${isNear(measure) ? 'bg-near' : 'bg-ink'}`}
          style={{ width: share(used) }}
        />
        {at < of && <span className={RESERVE} style={{ left: share(at) }} title={t('reserve')} />}
      </div>
      {name === 'tokens' && at < of && (
        <p className="text-quiet text-small">{t('reserved', { count: of - at })}</p>
      )}
    </div>
  )
}

/** How full the context is, once the first measure is halfway to its trigger. */
export function ContextShare({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.context')
  const measures = useContextMeter(view)
  const first = measures && fullest(measures)
  if (!first || first.used / first.at < 0.5) return null
  return (
    <span className={`${SHARE} ${isNear(first) ? 'text-near' : 'text-quiet'}`} title={t('shareHint')}>
      {t('share', { percent: shareIn(first) })}
      {isPast(first) && (
        <span className="max-[1100px]:hidden">{` · ${t('shareOver', { next: nextFor(view) })}`}</span>
      )}
    </span>
  )
}

const RESERVE =
  'absolute inset-y-0 right-0 border-near border-l-2 bg-[repeating-linear-gradient(135deg,transparent_0_3px,var(--field)_3px_4px)]'
const SHARE = 'whitespace-nowrap text-[0.8125rem] tabular-nums max-[40rem]:hidden'

type Measure = { name: 'tokens' | 'chars' | 'messages'; used: number; at: number; of: number }

/** How much of what it may reach a measure has reached, in percent. */
const shareIn = ({ used, at }: Measure): number => Math.round((100 * used) / at)

/** The share of its trigger from which a measure counts as near. */
const NEAR = 0.9

const isNear = ({ used, at }: Measure): boolean => used >= at * NEAR

/** The next request comes after its trigger. */
const isPast = ({ used, at }: Measure): boolean => used > at

/** What becomes of earlier messages then. */
const nextFor = ({ session: { compaction } }: SessionView): 'summary' | 'trim' =>
  compaction.enabled ? 'summary' : 'trim'

/** How full the context is, by each measure that can trip; null before the first request. */
function useContextMeter({ session, context }: SessionView): Measure[] | null {
  const { data } = useRead(KEYS.models, 'GET /api/models')
  if (!context) return null
  const window = data?.items.find(({ id }) => id === session.model)?.contextWindow
  const { tokens, chars, messages } = triggersOf(session.compaction, window)
  return [
    ...(tokens && window !== undefined
      ? [{ name: 'tokens' as const, used: tokensUsed(context), at: tokens.at, of: window }]
      : []),
    { name: 'chars', used: context.chars, at: chars.at, of: Math.max(chars.at, session.compaction.chars) },
    { name: 'messages', used: context.messages, at: messages.at, of: messages.at },
  ]
}

/** The measure that trips first. */
const fullest = (measures: Measure[]): Measure | undefined =>
  measures.toSorted((a, b) => b.used / b.at - a.used / a.at)[0]
