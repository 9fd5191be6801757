import type { ReactNode } from 'react'
import { SHEET, UPPER_SHEET } from './looks'

const LOOKS = {
  question: `m-auto max-w-110 p-6 ${SHEET}`,
  list: `m-auto w-[min(32.5rem,calc(100vw-32px))] max-w-none p-6 ${SHEET}`,
  palette: `overflow-hidden ${UPPER_SHEET}`,
  wide: `m-auto max-h-[calc(100dvh-48px)] w-[min(47.5rem,calc(100vw-24px))] max-w-none p-6 max-phone:p-4 ${SHEET}`,
  picture: `m-auto max-h-[calc(100dvh-24px)] max-w-[calc(100vw-24px)] p-3 ${SHEET}`,
  form: `m-auto max-h-[calc(100dvh-48px)] w-[min(35rem,calc(100vw-24px))] max-w-none p-6 ${SHEET}`,
}

type Props = {
  label: string
  variant?: keyof typeof LOOKS
  /** A look of its own. */
  className?: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog, open while it is mounted. Escape and a click beside it close it; not the second click of two, which may
 * have been meant for a button that has moved by then.
 */
export function SheetDialog({
  label,
  variant = 'question',
  className = LOOKS[variant],
  onClose,
  children,
}: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes every dialog
    <dialog
      ref={open}
      aria-label={label}
      className={className}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === event.currentTarget && event.detail < 2 && onClose()}
    >
      {children}
    </dialog>
  )
}

/** It is closed before it goes, by which the browser gives the focus back. */
function open(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  // The browser would focus what stands around a search field.
  dialog.querySelector<HTMLElement>('[role="combobox"]')?.focus()
  return () => dialog.close()
}
