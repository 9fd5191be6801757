'use client'

import { useTranslations } from 'use-intl'
import { ProblemNote } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { useChange } from '@/lib/client/queries/use-api'

/** Ends the active run and clears the queue. */
export function StopButton({ sessionId, isStopping }: { sessionId: string; isStopping: boolean }) {
  const t = useTranslations('session.stopButton')
  const { mutate, isPending, error } = useChange(() =>
    fetchApi('POST /api/sessions/{id}/stop', { params: { id: sessionId } }),
  )
  return (
    <>
      <Button shape="composer" off={isPending || isStopping} onClick={() => mutate()}>
        {t('stop')}
      </Button>
      <ProblemNote error={error} />
    </>
  )
}
