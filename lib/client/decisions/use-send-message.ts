import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from '../api/fetch-api'

/** Sends a text under a key that makes a repeat safe. Rejects with an ApiProblem. */
export type SendText = (text: string, key: string) => Promise<unknown>

/**
 * Sends what a person wrote. Until a text is sent, every attempt carries the same key, so that a double click, or a retry
 * after a lost answer, sends it once.
 */
export function useSendMessage(sendText: SendText, onSent: (text: string) => void) {
  const unsent = useRef<{ text: string; key: string } | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (text: string) => {
      if (unsent.current?.text !== text) unsent.current = { text, key: newKey() }
      return sendText(text, unsent.current.key)
    },
    onSuccess: (_, text) => {
      unsent.current = null
      onSent(text)
    },
  })
  return { send: mutate, isPending, error, reset }
}

/**
 * Text that was typed and not sent, by the session it is meant for. It survives switching sessions, a reload and signing
 * in again, and ends with the tab.
 */
const texts = new Map<string, string>()

const nameOf = (place: string): string => `unsent ${place}`

export const unsentText = (place: string): string => texts.get(place) ?? stored(place)

export function keepUnsentText(place: string, text: string): void {
  texts.set(place, text)
  try {
    if (text === '') sessionStorage.removeItem(nameOf(place))
    else sessionStorage.setItem(nameOf(place), text)
  } catch {
    // Without storage, or with a full one, the text lasts as long as the page.
  }
}

function stored(place: string): string {
  try {
    return sessionStorage.getItem(nameOf(place)) ?? ''
  } catch {
    return ''
  }
}
