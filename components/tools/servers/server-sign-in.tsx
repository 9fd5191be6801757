'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { signInAnswer } from '@/lib/domain/mcp/server-sign-in'

/** Sends the owner to where a server wants them to sign in. */
export function SignInToServer({ id }: { id: string }) {
  const t = useTranslations('tools.servers')
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => fetchApi('POST /api/mcp-servers/{id}/sign-in', { params: { id } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <>
      {error && <ProblemAlert error={error} />}
      <p className="flex flex-wrap items-center gap-2">
        <Button look="main" off={isPending || isSuccess} onClick={() => mutate()}>
          {t('signIn')}
        </Button>
        <span className="text-quiet text-small">{t('signInHint')}</span>
      </p>
    </>
  )
}

/** Ends what was begun there, when the server has sent its owner back: the address is cleared of that at once. */
export function SignedInToServer() {
  const t = useTranslations('tools.servers')
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ id, body }: NonNullable<ReturnType<typeof signInAnswer>>) =>
      fetchApi('PUT /api/mcp-servers/{id}/sign-in', { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS.servers }),
  })
  useEffect(() => {
    const answer = signInAnswer(location.hash)
    if (!answer) return
    history.replaceState(null, '', location.pathname + location.search)
    mutate(answer)
  }, [mutate])
  return (
    <>
      <p role="status" className="text-quiet text-small empty:hidden">
        {isPending ? t('signingIn') : isSuccess ? t('signedIn') : ''}
      </p>
      {error && <ProblemAlert error={error} />}
    </>
  )
}
