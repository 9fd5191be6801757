'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { api } from '@/lib/client/api'
import { isProblem } from '@/lib/client/api-problem'
import { KEYS } from '@/lib/client/keys'
import type { Session } from '@/lib/domain/session'

type Props = { session: Session; isCurrent: boolean; onClose: () => void; onDeleted: () => void }

/** Asks before a session is deleted, and says what goes with it and what stays. */
export function DeleteDialog({ session, isCurrent, onClose, onDeleted }: Props) {
  const t = useTranslations('sessions.deleteDialog')
  const client = useQueryClient()
  const router = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.deleteSession(session.id).catch(ifThere),
    onSuccess: async () => {
      if (isCurrent) router.push('/')
      onClose()
      await client.invalidateQueries({ queryKey: KEYS.allSessions })
      onDeleted()
    },
  })
  return (
    <SheetDialog label={t('label')} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <h2 className="font-semibold text-title">{t('label')}</h2>
        <p className="[overflow-wrap:anywhere]">
          <VisibleText isLine>{session.title}</VisibleText>
        </p>
        <p>{t('goes')}</p>
        {session.pendingCalls > 0 && <p>{t('waiting', { count: session.pendingCalls })}</p>}
        {session.state === 'running' && <p>{t('running')}</p>}
        <p className="text-quiet">{t('stays')}</p>
        {error && (
          <p role="alert" className="alert">
            <ProblemText error={error} />
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('keep')}</Button>
          <Button look="main" off={isPending} onClick={() => mutate()}>
            {t('delete')}
          </Button>
        </div>
      </div>
    </SheetDialog>
  )
}

/** Whoever was quicker did the same. */
function ifThere(error: unknown): null {
  if (isProblem(error, 'not_found')) return null
  throw error
}
