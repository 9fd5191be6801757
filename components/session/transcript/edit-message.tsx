import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { FIELD } from '@/components/ui/looks'
import { messageCommand } from '@/lib/client/decisions/key-aim'
import type { useFork } from '@/lib/client/decisions/use-fork'
import { editPlace, keepUnsentText, unsentText } from '@/lib/client/decisions/use-send-message'
import type { Entry } from '@/lib/domain/session/entry'
import { filesLeftOut, forkBefore } from './repeat-message'

type Props = {
  sessionId: string
  entry: Entry
  fork: ReturnType<typeof useFork>
  onClose: () => void
}

/**
 * A message of a person, to be said otherwise: in a fork that ends before it. What is written is kept until it is sent, as
 * what is written in “Message” is.
 */
export function EditMessage({ sessionId, entry, fork, onClose }: Props) {
  const t = useTranslations('session.editMessage')
  const hint = useId()
  const { field, text, write } = useKeptEdit(entry)
  const leftOut = filesLeftOut(entry).map(({ name }) => name)
  const isOff = fork.isPending || text.trim() === ''
  const leave = (): void => {
    write(entry.text)
    onClose()
  }
  const submit = (): void => {
    if (!isOff) fork.mutate(() => forkBefore(sessionId, entry, text))
  }
  return (
    <Form className="mt-2 flex flex-col gap-2" onSend={submit}>
      <textarea
        ref={field}
        aria-label={t('label')}
        aria-describedby={hint}
        className={`${FIELD} field-sizing-content max-h-[40dvh] min-h-10 resize-none`}
        value={text}
        onChange={event => write(event.target.value)}
        onKeyDown={event => {
          const command = messageCommand(event.nativeEvent)
          // Nothing that was written goes by a key.
          if (command === 'leave' && text === entry.text) leave()
          if (command !== 'send') return
          event.preventDefault()
          submit()
        }}
      />
      {fork.error && (
        <Alert>
          <ProblemText error={fork.error} /> {t('kept')}
        </Alert>
      )}
      <p id={hint} className="text-quiet text-small">
        {t('hint')}{' '}
        {leftOut.length > 0 && (
          <VisibleText isLine>{t('leftOut', { names: leftOut.join(', ') })}</VisibleText>
        )}
      </p>
      <FormFoot send={t('send')} off={isOff} onCancel={leave} />
    </Form>
  )
}

/** Whoever opens it writes on at its end; what comes back by itself takes no focus. */
function useKeptEdit({ id, text: original }: Entry) {
  const draftKey = editPlace(id)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => unsentText(draftKey) || original)
  useEffect(() => {
    const element = field.current
    if (!element || unsentText(draftKey) !== '') return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [draftKey])
  const write = (next: string): void => {
    setText(next)
    keepUnsentText(draftKey, next === original ? '' : next)
  }
  return { field, text, write }
}
