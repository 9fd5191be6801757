import { useTranslations } from 'use-intl'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { tokensUsed, triggersOf } from '@/lib/domain/run/triggers'
import type { SessionView } from '@/lib/domain/session/view'

/** How full the context is by each measure that can trip, and when earlier messages are summarised. */
export function ContextMeterPanel({ view: { session, context } }: { view: SessionView }) {
  const t = useTranslations('inspector.context')
  const { data } = useRead(KEYS.models, 'GET /api/models')
  if (!context) return null
  const { compaction, model } = session
  const window = data?.items.find(({ id }) => id === model)?.contextWindow
  const { tokens, chars, messages } = triggersOf(compaction, window)
  const measures: Measure[] = [
    ...(tokens && window !== undefined
      ? [{ name: 'tokens' as const, used: tokensUsed(context), at: tokens.at, of: window }]
      : []),
    { name: 'chars', used: context.chars, at: chars.at, of: Math.max(chars.at, compaction.chars) },
    { name: 'messages', used: context.messages, at: messages.at, of: messages.at },
  ]
  // The one that trips first.
  const { name, used, at } = measures.reduce((a, b) => (b.used / b.at > a.used / a.at ? b : a))
  return (
    <section aria-label={t('name')} className="flex flex-col gap-2 pb-4">
      <h3 className="font-semibold">{t('name')}</h3>
      {measures.map(measure => (
        <Bar key={measure.name} measure={measure} />
      ))}
      <p className="text-quiet text-small tabular-nums">
        {t(`shareOf.${name}`, { percent: Math.round((100 * used) / at), used, at })}
      </p>
      {/* What is at its trigger has room for the next request. */}
      {used > at && (
        <p className="text-near text-small">
          {t('over', { measure: name, next: compaction.enabled ? 'summary' : 'trim' })}
        </p>
      )}
      {context.input && <p className="tabular-nums text-quiet text-small">{t('input', context.input)}</p>}
      {window === undefined && <p className="text-quiet text-small">{t('noWindow')}</p>}
    </section>
  )
}

type Measure = { name: 'tokens' | 'chars' | 'messages'; used: number; at: number; of: number }

/** The share of its trigger from which a measure counts as near. */
const NEAR = 0.9

function Bar({ measure: { name, used, at, of } }: { measure: Measure }) {
  const t = useTranslations('inspector.context')
  const share = (n: number): string => `${Math.min(100, (100 * n) / Math.max(1, of))}%`
  return (
    <div>
      <p className="flex justify-between gap-3 text-small">
        <span>{t(name)}</span>
        <span className="tabular-nums text-quiet">{t('used', { used, of })}</span>
      </p>
      <div aria-hidden className="relative h-2 overflow-hidden border border-field bg-surface">
        <span
          className={`absolute inset-y-0 left-0 ${used >= at * NEAR ? 'bg-near' : 'bg-ink'}`}
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

const RESERVE =
  'absolute inset-y-0 right-0 border-near border-l-2 bg-[repeating-linear-gradient(135deg,transparent_0_3px,var(--field)_3px_4px)]'
