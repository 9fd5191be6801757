'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import type { SessionView } from '@/lib/domain/view'
import { CorrectedPanel } from './corrected-panel'
import { StateForm } from './state-form'
import { StateHistory } from './state-history'

/** What the agent keeps in mind from one request to the next. */
export function StatePanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.state')
  const { state } = view
  const names = Object.keys(state)
  const said = names.length === 0 ? t('none') : t('count', { count: names.length })
  return (
    <CorrectedPanel
      head={<p className="text-quiet">{said}</p>}
      edit={t('edit')}
      form={onClose => <StateForm {...{ view, onClose }} />}
    >
      {names.length === 0 && <p className="text-quiet text-small">{t('noneHint')}</p>}
      {names.length > 0 && (
        <dl className="flex flex-col gap-3">
          {names.map(name => (
            <div key={name}>
              <dt className="font-mono text-quiet text-small [overflow-wrap:anywhere]">
                <VisibleText isLine>{name}</VisibleText>
              </dt>
              <dd className="paper-block px-2.5 py-1">
                <CodeText>{JSON.stringify(state[name], null, 2)}</CodeText>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <StateHistory view={view} />
    </CorrectedPanel>
  )
}
