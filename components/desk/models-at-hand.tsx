'use client'

import { useTranslations } from 'use-intl'
import { copyExactly } from '@/components/text/copy-exactly'
import { VisibleText } from '@/components/text/visible-text'

/** What can answer: the model that does, programs on this machine that could, and what other providers want. */
export type ModelsAtHand = {
  answering: { id: string; title: string }
  isDemo: boolean
  local: { title: string; url: string; models: string[] }[]
  missing: string[]
}

export function ModelsAtHand({ answering, isDemo, local, missing }: ModelsAtHand) {
  const t = useTranslations('desk.modelsAtHand')
  return (
    <section aria-label={t('heading')} className="flex flex-col gap-3">
      <h2 className="font-semibold">{t('heading')}</h2>
      <p>{isDemo ? t('demo') : t('answering', answering)}</p>
      {isDemo && local.map(server => <Local key={server.url} {...server} />)}
      {isDemo && missing.length > 0 && (
        <details className="text-small">
          <summary className="cursor-pointer text-quiet">{t('others')}</summary>
          <ul className="flex flex-col gap-1 pt-2">
            {missing.map(how => (
              <li key={how}>
                <VisibleText>{how}</VisibleText>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** So many of its models are named. */
const NAMED = 5

function Local({ title, url, models }: ModelsAtHand['local'][number]) {
  const t = useTranslations('desk.modelsAtHand')
  const [first = ''] = models
  const more = models.length - NAMED
  return (
    <div className="flex flex-col gap-2">
      <p>
        {t('local', { title, url })} <VisibleText isLine>{models.slice(0, NAMED).join(', ')}</VisibleText>
        {more > 0 && ` ${t('more', { count: more })}`}
      </p>
      <p className="text-small text-quiet">{t('start')}</p>
      <pre className="paper-block code px-3 py-2" onCopy={copyExactly}>
        <VisibleText>{commandFor(url, first)}</VisibleText>
      </pre>
    </div>
  )
}

/** As a shell takes it, whatever the model is called. */
const commandFor = (url: string, model: string): string =>
  `COMPATIBLE_BASE_URL=${url} COUNTERSIGN_MODEL='compatible:${model.replaceAll("'", "'\\''")}' npm start`
