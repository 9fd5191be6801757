'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'

/** Ends the active run and clears the queue. */
export function StopButton({ sessionId, isStopping }: { sessionId: string; isStopping: boolean }) {
  const t = useTranslations('session.stopButton')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fetchApi('POST /api/sessions/{id}/stop', { params: { id: sessionId } }),
  })
  return (
    <>
      <Button shape="composer" off={isPending || isStopping} onClick={() => mutate()}>
        {t('stop')}
      </Button>
      {error && (
        <p role="alert" className="text-small">
          <ProblemText error={error} />
        </p>
      )}
    </>
  )
}
