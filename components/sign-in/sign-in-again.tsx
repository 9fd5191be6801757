import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { FIELD, UPPER_SHEET } from '@/components/ui/looks'
import { isSignedOut, postSignIn } from '@/lib/client/api/query-client'
import { openModal, useObservable } from '@/lib/client/page/page-state'

/** A dialog over the page, so that nothing that was typed is lost. */
export function SignInAgain() {
  return useObservable(isSignedOut) ? <Dialog /> : null
}

function Dialog() {
  const t = useTranslations('signIn.signInAgain')
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: postSignIn,
    onSuccess: () => {
      isSignedOut.set(false)
      void client.invalidateQueries()
    },
  })
  return (
    <dialog
      ref={openModal}
      aria-label={t('heading')}
      className={UPPER_SHEET}
      onCancel={event => event.preventDefault()}
    >
      <form
        className="flex flex-col gap-4 p-6"
        onSubmit={event => {
          event.preventDefault()
          mutate(String(new FormData(event.currentTarget).get('token') ?? ''))
        }}
      >
        <h2 className="font-semibold text-title">{t('heading')}</h2>
        <p>{t('what')}</p>
        <ProblemAlert error={error} />
        <TokenField />
        <Button type="submit" variant="main" className="self-start" off={isPending}>
          {t('submit')}
        </Button>
      </form>
    </dialog>
  )
}

/** Made for password managers, too. */
export function TokenField() {
  const t = useTranslations('signIn.tokenField')
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold text-small">
        {t('label')}
      </label>
      <input
        id={id}
        name="token"
        type="password"
        className={FIELD}
        required
        autoComplete="current-password"
      />
    </div>
  )
}
