'use client'

import { useTranslations } from 'use-intl'
import { useFirstMessage } from '@/components/session/empty-session'
import { ExampleRequests } from '@/components/session/example-requests'
import { MessageBox } from '@/components/session/message-box'
import { copyExactly, VisibleText } from '@/components/text/visible-text'
import { MenuButton } from '@/components/ui/button'
import { CODE, COLUMN, FOOT, PAGE_HEAD, PAPER } from '@/components/ui/looks'

/** What Countersign is, on one screen, with a first request within reach. */
export function FirstSteps({ models }: { models: AvailableModels }) {
  const t = useTranslations('shell.firstSteps')
  const { sendMessage, ...settings } = useFirstMessage(models.answering.id)
  return (
    <>
      <header className={`${PAGE_HEAD} wide:hidden`}>
        <MenuButton target="sessions">{t('sessions')}</MenuButton>
      </header>
      <div className="min-h-0 grow overflow-y-auto">
        <div className={`${COLUMN} flex flex-col gap-5 py-8`}>
          <h1 className="font-semibold text-display">{t('heading')}</h1>
          <p>{t('proposes')}</p>
          <p>{t('shows')}</p>
          <p>{t('keeps')}</p>
          <h2 className="font-semibold">{t('begin')}</h2>
          <div className="flex flex-col items-start gap-3">
            <ExampleRequests sendMessage={sendMessage} />
          </div>
          <ModelsSection {...models} />
        </div>
      </div>
      <div className={FOOT}>
        <MessageBox place="first" {...{ sendMessage, ...settings }} />
      </div>
    </>
  )
}

/** `answering`: the default model. `local`: model servers on this machine. `missing`: what other providers still need. */
export type AvailableModels = {
  answering: { id: string; title: string }
  isDemo: boolean
  local: { title: string; url: string; models: string[] }[]
  missing: string[]
}

function ModelsSection({ answering, isDemo, local, missing }: AvailableModels) {
  const t = useTranslations('shell.models')
  return (
    <section aria-label={t('heading')} className="flex flex-col gap-3">
      <h2 className="font-semibold">{t('heading')}</h2>
      <p>{isDemo ? t('demo') : t('answering', answering)}</p>
      {isDemo && local.map(server => <LocalServer key={server.url} {...server} />)}
      {isDemo && missing.length > 0 && (
        <details className="text-small">
          <summary className="cursor-pointer text-quiet">{t('others')}</summary>
          <ul className="flex flex-col gap-1 pt-2">
            {missing.map(need => (
              <li key={need}>
                <VisibleText>{need}</VisibleText>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** How many models of a server are listed by name. */
const MOST_NAMED = 5

function LocalServer({ title, url, models }: AvailableModels['local'][number]) {
  const t = useTranslations('shell.models')
  const [first = ''] = models
  const more = models.length - MOST_NAMED
  return (
    <div className="flex flex-col gap-2">
      <p>
        {t('local', { title, url })}{' '}
        <VisibleText isLine>{models.slice(0, MOST_NAMED).join(', ')}</VisibleText>
        {more > 0 && ` ${t('more', { count: more })}`}
      </p>
      <p className="text-small text-quiet">{t('start')}</p>
      <pre className={`${PAPER} ${CODE} px-3 py-2`} onCopy={copyExactly}>
        <VisibleText>{commandFor(url, first)}</VisibleText>
      </pre>
    </div>
  )
}

/** Quoted for a shell, whatever the model is called. */
const commandFor = (url: string, model: string): string =>
  `COMPATIBLE_BASE_URL=${url} COUNTERSIGN_MODEL='compatible:${model.replaceAll("'", "'\\''")}' npm start`
