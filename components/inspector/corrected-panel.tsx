'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'

type Props = {
  /** What is said of it beside the button that begins a correction. */
  head: ReactNode
  edit: string
  form: (onClose: () => void) => ReactNode
  children: ReactNode
}

/** Something of the agent’s that a person corrects in place; the focus comes back to where the correction began. */
export function CorrectedPanel({ head, edit, form, children }: Props) {
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
