import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import { signInAnswer } from '@/lib/domain/servers/server-sign-in'

/** Sends the owner to where a server wants them to sign in. */
export function SignInToServer({ id }: { id: string }) {
  const t = useTranslations('tools.servers')
  const { mutate, isPending, isSuccess, error } = useChange(
    () => fetchApi('POST /api/mcp-servers/{id}/sign-in', { params: { id } }),
    { onDone: ({ url }) => location.assign(url) },
  )
  return (
    <>
      <ProblemAlert error={error} />
      <p className="flex flex-wrap items-center gap-2">
        <Button variant="main" off={isPending || isSuccess} onClick={() => mutate()}>
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
  const { mutate, isPending, isSuccess, error } = useChange(
    ({ id, body }: NonNullable<ReturnType<typeof signInAnswer>>) =>
      fetchApi('PUT /api/mcp-servers/{id}/sign-in', { params: { id }, body }),
    { refetches: [KEYS.servers] },
  )
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
      <ProblemAlert error={error} />
    </>
  )
}
