'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import type { Session } from '@/lib/domain/session'

/** A new title for a session, in the place of the old one. Escape leaves it as it was. */
export function RenameForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const t = useTranslations('sessions.renameForm')
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState(session.title)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.changeSession(session.id, { title: title.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS.allSessions })
      onDone()
    },
  })
  useEffect(() => field.current?.select(), [])
  const isUnchanged = title.trim() === '' || title.trim() === session.title
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isUnchanged) onDone()
    else if (!isPending) mutate()
  }
  return (
    <form
      className="session-rename"
      onSubmit={submit}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onDone()
      }}
    >
      <input
        ref={field}
        aria-label={t('title')}
        className="field"
        maxLength={200}
        value={title}
        onChange={event => setTitle(event.target.value)}
      />
      {error && (
        <p role="alert" className="text-small">
          <ProblemText error={error} />
        </p>
      )}
      <p className="flex gap-2">
        <Button type="submit" look="quiet" off={isPending}>
          {t('save')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </p>
    </form>
  )
}
