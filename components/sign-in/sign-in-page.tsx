'use client'

import { useTranslations } from 'use-intl'
import { Wordmark } from '@/components/page/plain-page'
import { Alert } from '@/components/ui/alert'
import { Button, buttonClasses } from '@/components/ui/button'
import { CODE } from '@/components/ui/looks'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { SignInFailure } from '@/lib/domain/contract/sign-in-operations'
import { TokenField } from './sign-in-again'

type Props = {
  /** The page to continue to. */
  to: string
  failure: SignInFailure | undefined
  issuer: string | undefined
}

/** For visitors who are not signed in. It works without scripts. */
export function SignInPage({ to, failure, issuer }: Props) {
  const t = useTranslations('signIn.signInPage')
  return (
    <main className="mx-auto flex max-w-110 flex-col gap-5 px-5 py-16">
      <p className="flex items-center gap-2.5 font-semibold">
        <Wordmark />
      </p>
      <h1 className="font-semibold text-display">{t('heading')}</h1>
      {failure && <Alert>{t(failure)}</Alert>}
      {issuer && (
        <a
          href={`/api/issuer/sign-in?${new URLSearchParams({ to })}`}
          className={`self-start ${buttonClasses({ variant: 'main' })}`}
        >
          {t('issuer', { host: new URL(issuer).host })}
        </a>
      )}
      <p>{t(issuer ? 'owner' : 'what')}</p>
      <p className={CODE}>{useHydrated() && location.origin}/?token=…</p>
      <p>{t('or')}</p>
      <form method="get" action="/api/sign-in" className="flex flex-col gap-4">
        <input type="hidden" name="to" value={to} />
        <TokenField />
        <Button type="submit" variant={issuer ? 'plain' : 'main'} className="self-start">
          {t('submit')}
        </Button>
      </form>
    </main>
  )
}
