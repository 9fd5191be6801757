import { useState } from 'react'

/** What has been opened on this page. A row of a long list goes when it is out of view, and is open when it is back. */
const opened = new Set<string>()

export function useOpened(id: string): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => opened.has(id))
  const open = (next: boolean): void => {
    if (next) opened.add(id)
    else opened.delete(id)
    setOpen(next)
  }
  return [isOpen, open]
}
