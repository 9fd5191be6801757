'use client'

import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'

const TEXT = {
  reason: 'Reason',
  hint: 'The agent reads it. It may stay empty.',
  deny: 'Deny',
  cancel: 'Cancel',
}

type Props = { isBusy: boolean; onDeny: (reason: string) => void; onCancel: () => void }

/** Refuses a Call, with a reason that the agent gets to read. */
export function DenyForm({ isBusy, onDeny, onCancel }: Props) {
  const [reason, setReason] = useState('')
  const id = useId()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isBusy) onDeny(reason.trim())
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && onCancel()}
    >
      <label htmlFor={id} className="text-small font-semibold">
        {TEXT.reason}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
        autoFocus
        className="field"
        value={reason}
        maxLength={10_000}
        autoComplete="off"
        placeholder={TEXT.hint}
        onChange={event => setReason(event.target.value)}
      />
      <div className="decision-bar">
        <Button type="submit" look="main" off={isBusy}>
          {TEXT.deny}
        </Button>
        <Button onClick={onCancel}>{TEXT.cancel}</Button>
      </div>
    </form>
  )
}
