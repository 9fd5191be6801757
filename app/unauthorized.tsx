import { headers } from 'next/headers'
import { SignInPage } from '@/components/sign-in/sign-in-page'
import { SIGN_IN_FAILURES } from '@/lib/domain/contract/sign-in-operations'
import { REQUESTED_PAGE } from '@/lib/server/http/security-headers'
import { reachServer } from '@/lib/server/reach-server'

/** In place of every page for whoever is not signed in; it goes on to the page that they requested. */
export default async function Unauthorized() {
  const page = new URL((await headers()).get(REQUESTED_PAGE) ?? '/', 'http://page.invalid')
  const failure = page.searchParams.get('sign-in')
  page.searchParams.delete('sign-in')
  return (
    <SignInPage
      to={page.pathname + page.search}
      failure={SIGN_IN_FAILURES.find(code => code === failure)}
      issuer={(await reachServer()).issuerUrl()}
    />
  )
}
