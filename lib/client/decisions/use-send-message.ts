import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { NewMessage } from '@/lib/domain/run/message'
import { type AnswerTo, newKey } from '../api/fetch-api'
import { storedText, storeText } from '../page/browser-storage'

/** What a person wrote, the files with it, and what is to happen to it while a run is active. */
export type WrittenMessage = Pick<NewMessage, 'text' | 'attachments' | 'queueMode'>

/** Sends a message under a key that makes a repeat safe. Rejects with an ApiProblem. */
export type SendMessage = (message: WrittenMessage, key: string) => Promise<MessageAnswer>

/** Undefined where nothing was asked of the server. */
type MessageAnswer = AnswerTo<'POST /api/sessions/{id}/messages'> | undefined

const PARTS = ['text', 'attachments', 'queueMode'] as const satisfies (keyof WrittenMessage)[]

/**
 * Sends what a person wrote. Until it is sent, every attempt carries the same key, so that a double click, or a retry
 * after a lost answer, sends it once.
 */
export function useSendMessage(
  sendMessage: SendMessage,
  onSent: (message: WrittenMessage, answer: MessageAnswer) => void,
) {
  const unsent = useRef<{ message: WrittenMessage; key: string } | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (message: WrittenMessage) => {
      const before = unsent.current?.message
      if (!unsent.current || PARTS.some(part => before?.[part] !== message[part]))
        unsent.current = { message, key: newKey() }
      isSent = true
      return sendMessage(message, unsent.current.key)
    },
    onError: () => {
      isSent = false
    },
    onSuccess: (answer, message) => {
      unsent.current = null
      onSent(message, answer)
    },
  })
  return { send: mutate, isPending, error, reset }
}

/** Whether the last that was done in a message box was to send. */
let isSent = false

/** True once after a message was sent, as long as nothing else is written. */
export function takeSent(): boolean {
  const was = isSent
  isSent = false
  return was
}

/**
 * Text that was typed and not sent, by the session it is meant for. It survives switching sessions, a reload and signing
 * in again, and ends with the tab.
 */
const texts = new Map<string, string>()

const nameOf = (draftKey: string): string => `unsent ${draftKey}`

export const unsentText = (draftKey: string): string =>
  texts.get(draftKey) ?? storedText(nameOf(draftKey), 'sessionStorage')

export function keepUnsentText(draftKey: string, text: string): void {
  if (text !== '') isSent = false
  texts.set(draftKey, text)
  storeText(nameOf(draftKey), text, 'sessionStorage')
}

/** Where what is written in the place of a message is kept until it is sent. */
export const editPlace = (entryId: string): string => `edit ${entryId}`

/** Whether a text may become a command, or name a file. It is clear before the lists to choose from are loaded. */
export const wantsList = (text: string): boolean => /^\/\S*$|(^|[\s(])@/.test(text)
