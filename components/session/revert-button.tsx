'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { newKey } from '@/lib/client/new-key'

/** Puts back what a Call replaced, by a Call of its own, which says what became of it. */
export function RevertButton({ callId }: { callId: string }) {
  const t = useTranslations('session.revertButton')
  const key = useRef(newKey())
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.revertCall(callId, { key: key.current }),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Button off={isPending || isSuccess} onClick={() => mutate()}>
        {t('revert')}
      </Button>
      {isSuccess && <span className="call-story-note">{t('asked')}</span>}
      {error && (
        <p role="alert" className="text-small">
          <VisibleText>{error.message}</VisibleText>
        </p>
      )}
    </div>
  )
}
