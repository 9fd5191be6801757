'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ALERT } from '@/components/ui/looks'

type Props = {
  /** Stands beside the button that opens the form. */
  head: ReactNode
  edit: string
  form: (onClose: () => void) => ReactNode
  children: ReactNode
}

/** Something that a person edits in place; afterwards the focus goes back to the button. */
export function EditablePanel({ head, edit, form, children }: Props) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLSpanElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return form(() => setEditing(false))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start justify-between gap-3">
        {head}
        <span ref={button} className="shrink-0">
          <Button onClick={() => setEditing(true)}>{edit}</Button>
        </span>
      </div>
      {children}
    </div>
  )
}

type StaleFormProps = {
  children: string
  onMine: () => void
  onTheirs: () => void
}

/** The agent, or another tab, has changed it since the form was opened: which of both counts? */
export function StaleForm({ children, onMine, onTheirs }: StaleFormProps) {
  const t = useTranslations('inspector.staleForm')
  return (
    <div role="alert" className={`${ALERT} flex flex-col gap-2`}>
      <p>{children}</p>
      <p className="flex flex-wrap gap-2">
        <Button onClick={onTheirs}>{t('theirs')}</Button>
        <Button onClick={onMine}>{t('mine')}</Button>
      </p>
    </div>
  )
}
