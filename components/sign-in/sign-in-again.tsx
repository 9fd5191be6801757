'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { signIn } from '@/lib/client/sign-in'
import { isSignedOut, onSignedOut, setSignedOut } from '@/lib/client/signed-out'
import { TokenField } from './token-field'

/** Over the page, so that nothing that was typed is lost. It goes as soon as the server knows us again. */
export function SignInAgain() {
  const isOut = useSyncExternalStore(onSignedOut, isSignedOut, () => false)
  return isOut ? <Dialog /> : null
}

function Dialog() {
  const t = useTranslations('signIn.signInAgain')
  const client = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      setSignedOut(false)
      void client.invalidateQueries()
    },
  })
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={t('heading')}
      className="sheet-dialog"
      onCancel={event => event.preventDefault()}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          mutate(String(new FormData(event.currentTarget).get('token') ?? ''))
        }}
      >
        <h2 className="font-semibold text-title">{t('heading')}</h2>
        <p>{t('what')}</p>
        {error && (
          <p role="alert" className="alert">
            <ProblemText error={error} />
          </p>
        )}
        <TokenField />
        <div>
          <Button type="submit" look="main" off={isPending}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
