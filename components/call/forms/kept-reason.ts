import { DRAFT, storedText, storeText, tellStored } from '@/lib/client/page/browser-storage'

/**
 * Keeps a reason that is being written in the browser until it is sent, and puts back what was begun earlier, unless
 * somebody has typed by then. Returns what ends it.
 */
export function keepReason(
  field: HTMLInputElement | HTMLTextAreaElement,
  { callId, write }: { callId: string; write: (reason: string) => void },
): () => void {
  const name = `${DRAFT}${callId} deny`
  const keep = (): void => storeText(name, field.value)
  let isSent = false
  if (field.value === '') write(storedText(name))
  else keep()
  const listening = new AbortController()
  const options = { signal: listening.signal }
  field.addEventListener(
    'input',
    () => {
      isSent = false
      keep()
    },
    options,
  )
  field.form?.addEventListener(
    'submit',
    () => {
      isSent = true
    },
    options,
  )
  return () => {
    listening.abort()
    if (isSent) storeText(name, '')
    // Only now it is offered elsewhere.
    tellStored()
  }
}
