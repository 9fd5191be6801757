'use client'

import { useMutation } from '@tanstack/react-query'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'

const TEXT = { stop: 'Stop' }

/** Ends the active run; what was queued is dropped with it. */
export function StopButton({ sessionId, isStopping }: { sessionId: string; isStopping: boolean }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => api.stopSession(sessionId) })
  return (
    <>
      <Button off={isPending || isStopping} onClick={() => mutate()}>
        {TEXT.stop}
      </Button>
      {error && (
        <p role="alert" className="text-small">
          <VisibleText>{error.message}</VisibleText>
        </p>
      )}
    </>
  )
}
