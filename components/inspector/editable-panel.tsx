import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { Button } from '@/components/ui/button'
import { ALERT } from '@/components/ui/looks'
import { isProblem } from '@/lib/client/api/fetch-api'
import { useChange } from '@/lib/client/queries/use-api'

type Props = {
  /** Stands beside the button that opens the form. */
  head: ReactNode
  edit: string
  form: (onClose: () => void) => ReactNode
  children: ReactNode
}

/** Something that a person edits in place; afterwards the focus goes back to the button. */
export function EditablePanel({ head, edit, form, children }: Props) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    flushSync(() => setEditing(false))
    button.current?.focus()
  }
  if (isEditing) return form(close)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start justify-between gap-3">
        {head}
        <Button ref={button} className="shrink-0" onClick={() => setEditing(true)}>
          {edit}
        </Button>
      </div>
      {children}
    </div>
  )
}

type DraftOptions<T, D, C> = {
  /** What the agent may revise meanwhile, and how a person edits it. */
  value: T
  revision: number
  toDraft: (value: T) => D
  save: (change: C, ifMatch: number) => Promise<unknown>
  onSaved: () => void
}

/** What a person writes over something that the agent revises, too: a new revision is never overwritten unseen. */
export function useDraftOver<T, D, C>({ value, revision, toDraft, save, onSaved }: DraftOptions<T, D, C>) {
  const [base, setBase] = useState({ value, revision })
  const [draft, setDraft] = useState(() => toDraft(value))
  const { mutate, isPending, error, reset } = useChange((change: C) => save(change, base.revision), {
    onDone: onSaved,
  })
  const isStale = revision > base.revision || isProblem(error, 'stale_revision')
  const write = (next: D): void => {
    setDraft(next)
    reset()
  }
  return {
    base: base.value,
    draft,
    write,
    error,
    isStale,
    isPending,
    send: (change: C) => !isPending && !isStale && mutate(change),
    takeMine: () => {
      setBase({ ...base, revision })
      reset()
    },
    takeTheirs: () => {
      setBase({ value, revision })
      write(toDraft(value))
    },
  }
}

type FormProps = {
  /** What the form says. */
  words: (key: 'name' | 'stale' | 'save') => string
  draft: Pick<ReturnType<typeof useDraftOver>, 'error' | 'isStale' | 'isPending' | 'takeMine' | 'takeTheirs'>
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** The form of such a draft. */
export function DraftForm({ words, draft, onSave, onClose, children }: FormProps) {
  const { error, isStale, isPending, takeMine, takeTheirs } = draft
  return (
    <Form aria-label={words('name')} className="flex flex-col gap-4" onSend={onSave}>
      {isStale && (
        <StaleForm onMine={takeMine} onTheirs={takeTheirs}>
          {words('stale')}
        </StaleForm>
      )}
      {children}
      <FormFoot
        send={words('save')}
        off={isPending || isStale}
        error={isStale ? null : error}
        onCancel={onClose}
      />
    </Form>
  )
}

type StaleProps = { children: string; onMine: () => void; onTheirs: () => void }

/** Somebody else has changed it since the form was opened: which of both counts? */
export function StaleForm({ children, onMine, onTheirs }: StaleProps) {
  const t = useTranslations('inspector.staleForm')
  return (
    <div role="alert" className={`${ALERT} flex flex-col gap-2`}>
      <p>{children}</p>
      <p className="flex flex-wrap gap-2">
        <Button onClick={onTheirs}>{t('theirs')}</Button>
        <Button onClick={onMine}>{t('mine')}</Button>
      </p>
    </div>
  )
}
