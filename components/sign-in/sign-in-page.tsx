'use client'

import { useTranslations } from 'use-intl'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CODE } from '@/components/ui/looks'
import { TokenField } from './sign-in-again'

const LINK = 'http://127.0.0.1:3000/?token=…'

type SignInFailure = 'failed' | 'limited'

type Props = {
  /** The page to continue to. */
  to: string
  failure: SignInFailure | null
}

/** For visitors who are not signed in. It works without scripts. */
export function SignInPage({ to, failure }: Props) {
  const t = useTranslations('signIn.signInPage')
  return (
    <main className="mx-auto flex max-w-110 flex-col gap-5 px-5 py-16">
      <h1 className="font-semibold text-display">{t('heading')}</h1>
      <p>{t('what')}</p>
      <p className={CODE}>{LINK}</p>
      <p>{t('or')}</p>
      {failure && <Alert>{t(failure)}</Alert>}
      <form method="get" action="/api/sign-in" className="flex flex-col gap-4">
        <input type="hidden" name="to" value={to} />
        <TokenField />
        <div>
          <Button type="submit" variant="main">
            {t('submit')}
          </Button>
        </div>
      </form>
    </main>
  )
}
