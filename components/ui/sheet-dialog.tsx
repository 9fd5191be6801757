'use client'

import { type ReactNode, useEffect, useRef } from 'react'

type Props = { label: string; className?: string; onClose: () => void; children: ReactNode }

/** A dialog over the page, open as long as it is there. Escape and a press beside it close it. */
export function SheetDialog({ label, className = '', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes every dialog
    <dialog
      ref={dialog}
      aria-label={label}
      className={`sheet-dialog ${className}`}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}
