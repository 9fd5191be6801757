'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi, newKey } from '@/lib/client/api/fetch-api'

/** Continues a Run that a limit or an error has ended. */
export function ContinueButton({ runId }: { runId: string }) {
  const t = useTranslations('session.continueButton')
  const key = useRef(newKey())
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      fetchApi('POST /api/runs/{id}/continue', { params: { id: runId }, body: {}, key: key.current }),
  })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3">
      <Button off={isPending || isSuccess} onClick={() => mutate()}>
        {t('continue')}
      </Button>
      {error && (
        <p role="alert" className="text-small">
          <ProblemText error={error} />
        </p>
      )}
    </div>
  )
}
