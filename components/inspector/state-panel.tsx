'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import type { SessionView } from '@/lib/domain/view'
import { StateForm } from './state-form'
import { StateHistory } from './state-history'

/** What the agent keeps in mind from one request to the next; a person corrects it in place. */
export function StatePanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.state')
  const { state } = view
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLSpanElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <StateForm view={view} onClose={() => setEditing(false)} />
  const names = Object.keys(state)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start justify-between gap-3">
        <p className="text-quiet">{names.length === 0 ? t('none') : t('count', { count: names.length })}</p>
        <span ref={edit} className="shrink-0">
          <Button onClick={() => setEditing(true)}>{t('edit')}</Button>
        </span>
      </div>
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
    </div>
  )
}
