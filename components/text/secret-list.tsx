'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import type { Secret } from '@/lib/domain/secret'
import { secretHandle } from '@/lib/domain/secret-handle'
import { HandleText } from './handle-text'
import { ProblemText } from './problem-text'

/** What is known of some of the secrets that were masked in a session: never what they are. */
export function SecretList({ sessionId, numbers }: { sessionId: string; numbers: number[] }) {
  const t = useTranslations('text.maskedSecrets')
  const { data, error } = useQuery({
    queryKey: KEYS.secrets(sessionId),
    queryFn: ({ signal }) => api.listSecrets(sessionId, signal),
    refetchOnMount: 'always',
  })
  if (error) {
    return (
      <p role="alert" className="alert">
        <ProblemText error={error} />
      </p>
    )
  }
  if (!data) return <p>{t('reading')}</p>
  return (
    <ul aria-label={t('list')}>
      {numbers.map(n => {
        const secret = data.items.find(item => item.n === n)
        return (
          <li key={n}>
            <HandleText>{secretHandle(n)}</HandleText>
            {secret ? <Known {...{ sessionId, secret }} /> : <span>{t('written')}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function Known({ sessionId, secret }: { sessionId: string; secret: Secret }) {
  const t = useTranslations('text.maskedSecrets')
  const { kind, rule, foundAt, released } = secret
  return (
    <>
      <span>
        {kind === 'known' ? t('known') : t('pattern', { rule })}
        {' · '}
        {t.rich('found', { at: () => <Clock at={foundAt} /> })}
      </span>
      {released && <span>{t('released', { name: released.by.name })}</span>}
      {kind === 'pattern' && !released && <Release {...{ sessionId, secret }} />}
    </>
  )
}

/** Says first what it would do. */
function Release({ sessionId, secret }: { sessionId: string; secret: Secret }) {
  const t = useTranslations('text.maskedSecrets')
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.releaseSecret(sessionId, String(secret.n)),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEYS.secrets(sessionId) }),
  })
  if (!isAsking) {
    return (
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t('release')}
      </Button>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={t('release')} className="masked-secrets-ask">
      <p>{t('what')}</p>
      <div className="flex flex-wrap gap-2">
        <Button off={isPending} onClick={() => mutate()}>
          {t('confirm')}
        </Button>
        <Button look="quiet" onClick={() => setAsking(false)}>
          {t('cancel')}
        </Button>
      </div>
      {error && (
        <p role="alert">
          <ProblemText error={error} />
        </p>
      )}
    </div>
  )
}
