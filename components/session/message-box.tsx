'use client'

import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { isCommandBegun } from '@/lib/client/is-command-begun'
import { unsentText } from '@/lib/client/unsent-texts'
import { type Say, useSendMessage } from '@/lib/client/use-send-message'
import { useUnsentText } from './use-unsent-text'

/** Where it cannot be had one writes without it. */
const CommandList = lazy(() =>
  import('./command-list').then(
    found => ({ default: found.CommandList }),
    () => ({ default: () => null }),
  ),
)

type Props = {
  /** Names the place that the text is meant for. */
  place: string
  sessionId?: string
  say: Say
  /** What stands beside “Send”, and below the box. */
  beside?: ReactNode
  hint?: string | null
}

/** Where people write. Enter sends, Shift+Enter breaks the line; what could not be sent stays. */
export function MessageBox({ place, sessionId, say, beside, hint }: Props) {
  const t = useTranslations('session.messageBox')
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write } = useUnsentText(place, field)
  const id = useId()
  const { send, isPending, error } = useSendMessage(say, sent => {
    if (unsentText(place) === sent) write('')
  })
  const submit = (): void => {
    if (text.trim() !== '' && !isPending) send(text)
  }
  return (
    <form
      className="message-box"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {error && (
        <p role="alert" className="alert">
          <ProblemText error={error} /> {t('kept')}
        </p>
      )}
      {isCommandBegun(text) && (
        <Suspense fallback={null}>
          <CommandList {...{ field, text, sessionId }} onTake={write} />
        </Suspense>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label={t('label')}
          aria-autocomplete="list"
          aria-describedby={hint ? id : undefined}
          className="field message-field"
          rows={1}
          placeholder={t('placeholder')}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={event => {
            if (!isSending(event)) return
            event.preventDefault()
            submit()
          }}
        />
        <Button type="submit" look="main" off={isPending || text.trim() === ''}>
          {t('send')}
        </Button>
        {beside}
      </div>
      {hint && (
        <p id={id} className="text-small text-quiet">
          {hint}
        </p>
      )}
    </form>
  )
}

/** Enter alone. While a word is being composed Enter belongs to the composing; 229 is how Safari says so. */
const isSending = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !event.ctrlKey &&
  !event.altKey &&
  !event.metaKey &&
  !event.nativeEvent.isComposing &&
  event.keyCode !== 229
