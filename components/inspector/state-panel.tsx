'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import type { SessionView } from '@/lib/domain/view'

/** What the agent keeps in mind from one request to the next. */
export function StatePanel({ view: { state } }: { view: SessionView }) {
  const t = useTranslations('inspector.state')
  const names = Object.keys(state)
  if (names.length === 0) return <p className="text-quiet">{t('none')}</p>
  return (
    <dl className="flex flex-col gap-3">
      {names.map(name => (
        <div key={name}>
          <dt className="font-mono text-quiet text-small">{name}</dt>
          <dd className="paper-block px-2.5 py-1">
            <CodeText>{JSON.stringify(state[name], null, 2)}</CodeText>
          </dd>
        </div>
      ))}
    </dl>
  )
}
