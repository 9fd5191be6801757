'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'

/** Ends the active run; what was queued is dropped with it. */
export function StopButton({ sessionId, isStopping }: { sessionId: string; isStopping: boolean }) {
  const t = useTranslations('session.stopButton')
  const { mutate, isPending, error } = useMutation({ mutationFn: () => api.stopSession(sessionId) })
  return (
    <>
      <Button off={isPending || isStopping} onClick={() => mutate()}>
        {t('stop')}
      </Button>
      {error && (
        <p role="alert" className="text-small">
          <VisibleText>{error.message}</VisibleText>
        </p>
      )}
    </>
  )
}
