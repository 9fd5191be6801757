import { useEffect, useState } from 'react'

/** What was copied last, by the name of what it is, and whether the browser did it. */
type Attempt<Name> = { name: Name; text: string; isRefused: boolean }

/** How long it is said that something was copied. */
const COPIED_MS = 2_000

/** Copies texts. `copied`: for a moment, what was; `refused`: what has to be copied by hand. */
export function useClipboard<Name extends string>() {
  const [last, setLast] = useState<Attempt<Name> | null>(null)
  const isDone = last !== null && !last.isRefused
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setLast(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = (name: Name, text: string): void => {
    const attempt = (isRefused: boolean) => () => setLast({ name, text, isRefused })
    void copyText(text).then(attempt(false), attempt(true))
  }
  return {
    copied: isDone ? last.name : null,
    refused: last?.isRefused ? last : null,
    copy,
  }
}

/** There is no clipboard at an insecure address; browsers obey the older command there. Rejects where it was forbidden. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  let isCopied = false
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopPropagation()
    isCopied = true
  }
  document.addEventListener('copy', fill, { capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', fill, { capture: true })
  if (!isCopied) throw new Error('Nothing was copied.')
}
