import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form } from '@/components/list/form'
import { ProblemNote } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { isLeaving } from '@/lib/client/decisions/key-aim'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import type { Session } from '@/lib/domain/session/session'

/** Replaces the row of a session. Escape leaves the title as it was. */
export function RenameForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const t = useTranslations('sessions.renameForm')
  const field = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState(session.title)
  const { mutate, isPending, error } = useChange(
    () => fetchApi('PATCH /api/sessions/{id}', { params: { id: session.id }, body: { title: title.trim() } }),
    { refetches: [KEYS.allSessions], onDone },
  )
  useEffect(() => field.current?.select(), [])
  const isUnchanged = title.trim() === '' || title.trim() === session.title
  return (
    <Form
      className="flex flex-col flex-wrap gap-1 px-2 pt-1 pb-2"
      off={isPending}
      onSend={() => (isUnchanged ? onDone() : mutate())}
      onKeyDown={event => {
        if (!isLeaving(event)) return
        event.preventDefault()
        onDone()
      }}
    >
      <input
        ref={field}
        dir="auto"
        aria-label={t('title')}
        className={FIELD}
        maxLength={200}
        value={title}
        onChange={event => setTitle(event.target.value)}
      />
      <ProblemNote error={error} />
      <p className="flex gap-3.5 pl-1.5">
        <Button type="submit" variant="quiet" off={isPending}>
          {t('save')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </p>
    </Form>
  )
}
