'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useOpened } from '@/lib/client/opened'
import { handlesIn } from '@/lib/domain/secret-handle'

const SecretList = lazy(async () => ({ default: (await import('./secret-list')).SecretList }))

type Props = {
  sessionId: string
  /** What it belongs to: it stays open as long as the page does. */
  id: string
  /** What stands there, handles included. */
  texts: (string | undefined)[]
}

/** How many secrets were masked here, if any; opens to what is known of them. */
export function MaskedSecrets({ sessionId, id, texts }: Props) {
  const t = useTranslations('text.maskedSecrets')
  const [isOpen, setOpen] = useOpened(`masked ${id}`)
  const numbers = [...new Set(texts.flatMap(text => (text?.includes('⟦') ? handlesIn(text) : [])))]
  if (numbers.length === 0) return null
  return (
    <details className="masked-secrets" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('count', { count: numbers.length })}</summary>
      {isOpen && (
        <Suspense fallback={<p>{t('reading')}</p>}>
          <SecretList {...{ sessionId, numbers }} />
        </Suspense>
      )}
    </details>
  )
}
