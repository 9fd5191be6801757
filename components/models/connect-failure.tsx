'use client'

import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { Alert } from '@/components/ui/alert'
import type { ProviderTest } from '@/lib/domain/contract/provider-operations'
import type { ConnectOutcome } from './use-connect'

type Props = { outcome: ConnectOutcome | undefined; test?: ProviderTest | undefined; error: Error | null }

/** Why a model was not tested or not connected: in the provider's words, where it has any. */
export function ConnectFailure({ outcome, test, error }: Props) {
  const t = useTranslations('models.dialog')
  const refusal = outcome?.kind === 'refused' ? outcome.test : test
  return (
    <>
      {refusal?.ok === false && (
        <Alert>
          <ServerText codedText={refusal.codedText} english={refusal.error ?? ''} /> {t('nothingStored')}
        </Alert>
      )}
      {outcome?.kind === 'vanished' && <Alert>{t('vanished')}</Alert>}
      <ProblemAlert error={error} />
    </>
  )
}
