import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { isComposing, isLeaving } from '@/lib/client/decisions/key-aim'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { SendDecision } from '../set/deciding'
import { VerbBar } from '../set/decision-bar'
import { useCallDraft } from './use-call-draft'

type Props = {
  call: WaitingCall
  form: 'deny' | 'answer'
  /** The words on the button of a denial. */
  deny?: string
  isBusy: boolean
  onSend: (text: string) => ReturnType<SendDecision>
  onCancel: () => void
}

/** The reason of a denial, which may be empty; or a person's answer in the tool's place, for which nothing runs. */
export function TextForm({ call, form, deny, isBusy, onSend, onCancel }: Props) {
  const t = useTranslations('call.answerForm')
  const tDeny = useTranslations('call.denyForm')
  const { text, write, discard } = useCallDraft({ call, form, original: '' })
  const id = useId()
  const isAnswer = form === 'answer'
  const off = isBusy || (isAnswer && text.trim() === '')
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (!off && (await onSend(text)) === null) discard()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter') return
    // Enter sends a reason of one line. The key that opened the form may still be held.
    const sends = !isAnswer && !event.shiftKey && !text.includes('\n')
    if (sends || event.repeat) event.preventDefault()
    if (sends && !event.repeat && !isComposing(event)) event.currentTarget.form?.requestSubmit()
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <label htmlFor={id} className="font-semibold text-small">
        {isAnswer ? t('result') : tDeny('reason')}
      </label>
      <textarea
        id={id}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person has just opened this form
        autoFocus
        rows={1}
        className={`${FIELD} field-sizing-content max-h-[40dvh] resize-y ${isAnswer ? 'min-h-18' : ''}`}
        value={text}
        maxLength={isAnswer ? undefined : 10_000}
        autoComplete="off"
        placeholder={isAnswer ? undefined : tDeny('hint')}
        onKeyDown={press}
        onChange={event => write(event.target.value)}
      />
      {isAnswer && <p className="text-small text-quiet">{t('hint')}</p>}
      <VerbBar>
        <Button type="submit" variant="main" off={off}>
          {isAnswer ? t('send') : (deny ?? tDeny('deny'))}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </VerbBar>
    </form>
  )
}

/** Scrolls a form that opens below the window into view, with the head of its Call. Escape closes it: what was begun is kept. */
export function FormSlot({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = container.current
    const isTall = (form?.offsetHeight ?? 0) > window.innerHeight * 0.4
    form?.scrollIntoView({ block: isTall ? 'start' : 'nearest' })
  }, [])
  const press = (event: KeyboardEvent): void => {
    if (!isLeaving(event) || event.defaultPrevented) return
    // The dialog around it stays.
    event.preventDefault()
    onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves any field in it
    <div ref={container} className="grow scroll-mt-24" onKeyDown={press}>
      {children}
    </div>
  )
}
