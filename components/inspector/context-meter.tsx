'use client'

import { useTranslations } from 'use-intl'
import type { SessionView } from '@/lib/domain/view'
import { fullest, isNear, type Measure, useContextMeter } from './use-context-meter'

/** How much of what the model can be shown is used, and from where on earlier messages are summarised. */
export function ContextMeter({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.context')
  const measures = useContextMeter(view)
  if (!measures) return null
  return (
    <section aria-label={t('name')} className="flex flex-col gap-2 pb-4">
      <h3 className="font-semibold">{t('name')}</h3>
      {measures.map(measure => (
        <Bar key={measure.name} measure={measure} />
      ))}
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
        <span className="figures text-quiet">{t('used', { used, of })}</span>
      </p>
      <div aria-hidden className="meter-bar">
        <span
          className={isNear(measure) ? 'meter-used is-near' : 'meter-used'}
          style={{ width: share(used) }}
        />
        {at < of && <span className="meter-reserve" style={{ left: share(at) }} title={t('reserve')} />}
      </div>
      {name === 'tokens' && at < of && (
        <p className="text-quiet text-small">{t('reserved', { count: of - at })}</p>
      )}
    </div>
  )
}

/** The same in a few words. */
export function ContextShare({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.context')
  const measures = useContextMeter(view)
  const first = measures && fullest(measures)
  if (!first || first.used / first.at < 0.5) return null
  const percent = Math.round((100 * first.used) / first.at)
  return (
    <span
      className={isNear(first) ? 'context-share is-near figures' : 'context-share figures'}
      title={t('shareAbout')}
    >
      {t('share', { percent })}
    </span>
  )
}
