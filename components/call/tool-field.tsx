'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import type { Tool } from '@/lib/domain/tool'

type Props = {
  name: string
  tools: Tool[]
  /** The Call's own, which is there even where it is not offered any more. */
  own: string
  error: Error | null
  onChoose: (name: string) => void
}

/** The tools that a Call can be replaced with, each with what it says of itself. */
export function ToolField({ name, tools, own, error, onChoose }: Props) {
  const t = useTranslations('call.replaceForm')
  const id = useId()
  const names = [...new Set([own, ...tools.map(tool => tool.name)])]
  const chosen = tools.find(tool => tool.name === name)
  return (
    <>
      <label htmlFor={id} className="form-label">
        {t('tool')}
      </label>
      <select
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
        autoFocus
        className="field code"
        value={name}
        onChange={event => onChoose(event.target.value)}
      >
        {names.map(known => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </select>
      {error && (
        <p role="alert" className="alert">
          <ProblemText error={error} />
        </p>
      )}
      {chosen && (
        <p className="text-small text-quiet">
          <VisibleText>{chosen.description}</VisibleText>
        </p>
      )}
    </>
  )
}
