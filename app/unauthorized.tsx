import { headers } from 'next/headers'
import { SignInPage } from '@/components/sign-in/sign-in-page'
import { ASKED_PAGE } from '@/lib/auth/asked-page'

/** In place of every page for whoever is not signed in; it goes on to the page that was asked for. */
export default async function Unauthorized() {
  const asked = new URL((await headers()).get(ASKED_PAGE) ?? '/', 'http://page.invalid')
  const said = asked.searchParams.get('sign-in')
  asked.searchParams.delete('sign-in')
  return (
    <SignInPage
      to={asked.pathname + asked.search}
      failure={said === 'failed' || said === 'limited' ? said : null}
    />
  )
}
