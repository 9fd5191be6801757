'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { signIn } from '@/lib/client/sign-in'
import { isSignedOut, onSignedOut, setSignedOut } from '@/lib/client/signed-out'
import { TokenField } from './token-field'

const TEXT = {
  heading: 'Sign in again',
  what: 'The server does not know you any more. What you have typed is kept on this page. Open the link that the server printed in another tab and come back, or give the access token here.',
  submit: 'Sign in',
}

/** Over the page, so that nothing that was typed is lost. It goes as soon as the server knows us again. */
export function SignInAgain() {
  const isOut = useSyncExternalStore(onSignedOut, isSignedOut, () => false)
  return isOut ? <Dialog /> : null
}

function Dialog() {
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
      aria-label={TEXT.heading}
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
        <h2 className="font-semibold text-title">{TEXT.heading}</h2>
        <p>{TEXT.what}</p>
        {error && (
          <p role="alert" className="alert">
            <VisibleText>{error.message}</VisibleText>
          </p>
        )}
        <TokenField />
        <div>
          <Button type="submit" look="main" off={isPending}>
            {TEXT.submit}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
