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
  isBusy: boolean
  onSend: (text: string) => ReturnType<SendDecision>
  onCancel: () => void
}

/** `firstReason`: what it begins as, where somebody has said why already. */
type DenyProps = Props & { send?: string; firstReason?: string | undefined }

/** The reason of a denial, which may be empty. Several lines want a field of several. */
export function DenyForm({ send, firstReason = '', ...props }: DenyProps) {
  const t = useTranslations('call.denyForm')
  const words = { label: t('reason'), placeholder: t('hint'), send: send ?? t('deny') }
  return <TextForm {...props} form="deny" original={firstReason} isLine={firstReason === ''} {...words} />
}

/** A person's answer in the tool's place: nothing runs. */
export function AnswerForm(props: Props) {
  const t = useTranslations('call.answerForm')
  const words = { label: t('result'), hint: t('hint'), send: t('send') }
  return <TextForm {...props} form="answer" original="" isRequired {...words} />
}

type TextFormProps = Props & {
  form: 'deny' | 'answer'
  original: string
  label: string
  send: string
  hint?: string
  placeholder?: string
  isLine?: boolean
  isRequired?: boolean
}

function TextForm({ call, form, original, isBusy, onSend, onCancel, ...field }: TextFormProps) {
  const t = useTranslations('call.answerForm')
  const { text, write, discard } = useCallDraft({ call, form, original })
  const id = useId()
  const { label, send, hint, placeholder, isLine = false, isRequired = false } = field
  const Field = isLine ? 'input' : 'textarea'
  const off = isBusy || (isRequired && text.trim() === '')
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (!off && (await onSend(text)) === null) discard()
  }
  const press = (event: KeyboardEvent): void => {
    // The key that opened the form may still be held.
    if (event.key === 'Enter' && (event.repeat || isComposing(event))) event.preventDefault()
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} onKeyDown={press}>
      <label htmlFor={id} className="font-semibold text-small">
        {label}
      </label>
      <Field
        id={id}
        dir="auto"
        autoFocus
        className={`${FIELD} ${isLine ? '' : 'field-sizing-content max-h-[40dvh] min-h-18 resize-y'}`}
        value={text}
        maxLength={form === 'deny' ? 10_000 : undefined}
        autoComplete="off"
        placeholder={placeholder}
        onChange={event => write(event.target.value)}
      />
      {hint && <p className="text-small text-quiet">{hint}</p>}
      <VerbBar>
        <Button type="submit" variant="main" off={off}>
          {send}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </VerbBar>
    </form>
  )
}

/** Scrolls a form that opens below the window into view. Escape closes it: what was begun is kept. */
export function FormSlot({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const press = (event: KeyboardEvent): void => {
    if (!isLeaving(event) || event.defaultPrevented) return
    // The dialog around it stays.
    event.preventDefault()
    onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves any field in it
    <div ref={container} className="grow" onKeyDown={press}>
      {children}
    </div>
  )
}
