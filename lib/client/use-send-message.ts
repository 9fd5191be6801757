import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from './new-key'

/** Says something, under a key that makes it safe to say again. Rejects with an ApiProblem. */
export type Say = (text: string, key: string) => Promise<unknown>

/**
 * Sends what a person wrote. Until one sending of a text has succeeded, each further one of the same text
 * carries the same key: a double click, or a retry after a lost answer, says it once.
 */
export function useSendMessage(say: Say, onSent: (text: string) => void) {
  const open = useRef<{ text: string; key: string } | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (text: string) => {
      if (open.current?.text !== text) open.current = { text, key: newKey() }
      return say(text, open.current.key)
    },
    onSuccess: (_, text) => {
      open.current = null
      onSent(text)
    },
  })
  return { send: mutate, isPending, error, reset }
}
