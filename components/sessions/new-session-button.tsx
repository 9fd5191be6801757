'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import { newKey } from '@/lib/client/new-key'

/** Makes a session and goes there. A click that is repeated makes one. */
export function NewSessionButton({ onMade }: { onMade: () => void }) {
  const t = useTranslations('sessions.newSessionButton')
  const router = useRouter()
  const client = useQueryClient()
  const key = useRef<string | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      key.current ??= newKey()
      return api.createSession({}, { key: key.current })
    },
    onSuccess: session => {
      key.current = null
      void client.invalidateQueries({ queryKey: KEYS.allSessions })
      onMade()
      router.push(`/sessions/${session.id}`)
    },
  })
  return (
    <>
      <Button off={isPending} onClick={() => mutate()}>
        {t('make')}
      </Button>
      {error && (
        <p role="alert" className="text-small">
          <ProblemText error={error} />
        </p>
      )}
    </>
  )
}
