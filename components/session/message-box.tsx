'use client'

import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { goToCurrentCall } from '@/components/call/set/use-call-keys'
import { ProblemAlert, ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { messageCommand } from '@/lib/client/decisions/key-aim'
import {
  keepUnsentText,
  type SendText,
  unsentText,
  useSendMessage,
} from '@/lib/client/decisions/use-send-message'
import { startsCommand } from '@/lib/client/text/commands'

/** If it cannot be loaded, people write without it. */
const CommandList = lazy(() =>
  import('./command-list').then(
    module => ({ default: module.CommandList }),
    () => ({ default: () => null }),
  ),
)

type Props = {
  /** The key under which unsent text is stored. */
  place: string
  sessionId?: string
  sendText: SendText
  beside?: ReactNode
  hint?: ReactNode
}

/** Enter sends, Shift+Enter breaks the line; what could not be sent stays. */
export function MessageBox({ place, sessionId, sendText, beside, hint }: Props) {
  const t = useTranslations('session.messageBox')
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write } = useUnsentText(place, field)
  const id = useId()
  const { send, isPending, error } = useSendMessage(sendText, text => {
    if (unsentText(place) === text) write('')
  })
  const submit = (): void => {
    if (text.trim() !== '' && !isPending) send(text)
  }
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {error && (
        <Alert>
          <ProblemText error={error} /> {t('kept')}
        </Alert>
      )}
      {startsCommand(text) && (
        <Suspense fallback={null}>
          <CommandList {...{ field, text, sessionId }} onTake={write} />
        </Suspense>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label={t('label')}
          aria-autocomplete="list"
          aria-keyshortcuts="m"
          aria-describedby={hint ? id : undefined}
          className={`${FIELD} field-sizing-content max-h-[40dvh] min-h-10 resize-none`}
          rows={1}
          placeholder={t('placeholder')}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={event => {
            const command = messageCommand(event.nativeEvent)
            if (command === 'leave') goToCurrentCall()
            if (command !== 'send') return
            event.preventDefault()
            submit()
          }}
        />
        <Button type="submit" look="main" shape="composer" off={isPending || text.trim() === ''}>
          {t('send')}
        </Button>
        {beside}
      </div>
      {hint && (
        <p id={id} className="flex flex-wrap justify-between gap-x-4 text-small text-quiet">
          {hint}
        </p>
      )}
    </form>
  )
}

function useUnsentText(place: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState('')
  const write = (next: string): void => {
    setText(next)
    keepUnsentText(place, next)
  }
  useEffect(() => {
    // What was typed before the page was hydrated counts, too.
    const typed = field.current?.value || unsentText(place)
    keepUnsentText(place, typed)
    setText(typed)
  }, [place, field])
  return { text, write }
}

const EXAMPLES = [
  'Create notes.md with Hello',
  'List the files',
  'Create plan.md with First draft, and create todo.md with Second thoughts',
]

/** Requests that work with any model, and with none. */
export function ExampleRequests({ sendText }: { sendText: SendText }) {
  const { send, isPending, error } = useSendMessage(sendText, () => undefined)
  return (
    <>
      <ul className="flex flex-col items-start gap-2">
        {EXAMPLES.map(example => (
          <li key={example}>
            <Button shape="example" off={isPending} onClick={() => send(example)}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
      {error && <ProblemAlert error={error} />}
    </>
  )
}
