import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { useOpen } from '@/lib/client/page/page-state'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import { secretHandle } from '@/lib/domain/policy/secret-handle'
import { ProblemAlert, ProblemNote } from './problem-text'
import { HandleText } from './visible-text'

type Props = { sessionId: string; id: string; numbers: number[]; className?: string | undefined }

const SUMMARY = 'list-item w-fit cursor-pointer list-inside'

export function SecretDetails({ sessionId, id, numbers, className = '' }: Props) {
  const t = useTranslations('text.maskedSecrets')
  const [isOpen, setOpen] = useOpen(`masked ${id}`)
  return (
    <details
      className={`mt-1 text-quiet text-small ${className}`}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className={`${SUMMARY} ${isOpen ? 'list-[disclosure-open]' : 'list-[disclosure-closed]'}`}>
        {t('count', { count: numbers.length })}
      </summary>
      {isOpen && <SecretList sessionId={sessionId} numbers={numbers} />}
    </details>
  )
}

/** What is known of masked secrets: never their values. */
function SecretList({ sessionId, numbers }: { sessionId: string; numbers: number[] }) {
  const t = useTranslations('text.maskedSecrets')
  const { data, error } = useRead(
    KEYS.secrets(sessionId),
    'GET /api/sessions/{id}/secrets',
    { params: { id: sessionId } },
    { refetchOnMount: 'always' },
  )
  if (error) return <ProblemAlert error={error} />
  if (!data) return <p>{t('loading')}</p>
  return (
    <ul aria-label={t('list')}>
      {numbers.map(n => {
        const secret = data.items.find(item => item.n === n)
        return (
          <li
            key={n}
            className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 border-hairline border-b py-1"
          >
            <HandleText>{secretHandle(n)}</HandleText>
            {secret ? (
              <>
                <span>
                  {secret.kind === 'known' ? t('known') : t('pattern', { rule: secret.rule })}
                  {' · '}
                  {t.rich('firstSeen', { at: () => <Clock isExact at={secret.foundAt} /> })}
                </span>
                {secret.released && <span>{t('released', { name: secret.released.by.name })}</span>}
                {secret.kind === 'pattern' && !secret.released && (
                  <ReleaseButton sessionId={sessionId} n={n} />
                )}
              </>
            ) : (
              <span>{t('unknownHandle')}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Says what it would do before it does it. */
function ReleaseButton({ sessionId, n }: { sessionId: string; n: number }) {
  const t = useTranslations('text.maskedSecrets')
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error } = useChange(
    () => fetchApi('POST /api/sessions/{id}/secrets/{n}/release', { params: { id: sessionId, n } }),
    { refetches: [KEYS.secrets(sessionId)] },
  )
  if (!isOpen) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('release')}
      </Button>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={t('release')} className="flex basis-full flex-col gap-1.5 text-ink">
      <p>{t('what')}</p>
      <div className="flex flex-wrap gap-2">
        <Button off={isPending} onClick={() => mutate()}>
          {t('confirm')}
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
      </div>
      <ProblemNote error={error} />
    </div>
  )
}
