import * as oidc from 'openid-client'
import { admitPerson } from '@/lib/agent/actions/people'
import { Refusal } from '@/lib/domain/contract/problem'
import type { SignInFailure } from '@/lib/domain/contract/sign-in-operations'
import type { CurrentProcess } from '@/lib/server/current-process'
import { nextPage } from '../http/reply'
import { cookieHeader, readCookie } from './cookie'
import { goTo, openAuthSession, ourPage } from './sign-in'

/** Sooner than with a token: the issuer is asked again whether somebody still may. */
const SIGNED_IN_MS = 24 * 60 * 60_000

const returnUrl = ({ settings }: CurrentProcess, search = ''): URL =>
  new URL(`/api/issuer/return${search}`, settings.process.address)

/** Leads a browser to the issuer; it alone can come back with this attempt. */
export async function leaveForIssuer(current: CurrentProcess, { headers }: Request, to: string) {
  const configuration = await current.issuer.configuration()
  if (!configuration) return goBack(to, 'away')
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const hasGroups = configuration.serverMetadata().scopes_supported?.includes('groups')
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl(current).href,
    scope: `openid email profile${hasGroups ? ' groups' : ''}`,
    ...{ state, nonce, code_challenge_method: 'S256' },
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  })
  const value = [state, nonce, verifier, Buffer.from(to).toString('base64url')].join('.')
  const cookie = cookieHeader(headers, current.settings.origin, { value, purpose: '-attempt' })
  return goTo(url, { 'set-cookie': cookie })
}

/** Signs in whoever comes back from the issuer, and goes on to the page that they wanted. */
export async function returnFromIssuer(current: CurrentProcess, request: Request) {
  const attempt = readCookie(request.headers, current.settings.origin, '-attempt') ?? ''
  const to = Buffer.from(attempt.split('.')[3] ?? '', 'base64url').toString()
  const configuration = await current.issuer.configuration()
  if (!configuration) return goBack(to, 'away')
  const working = await current.working()
  if (working instanceof Refusal) return working
  const returned = returnUrl(current, new URL(request.url).search)
  const newcomer = await current.issuer.identify(configuration, returned, attempt)
  if (!newcomer) return goBack(to, 'unfinished')
  const { role } = newcomer
  const person = role ? await admitPerson(working.deps, { ...newcomer, role }) : 'noRole'
  if (person instanceof Refusal) return person
  if (typeof person === 'string') return goBack(to, person)
  const cookie = await openAuthSession({ current, working, request }, person, SIGNED_IN_MS)
  const { pathname, search } = ourPage(to)
  return nextPage(pathname + search, { 'set-cookie': cookie })
}

/** To the page's sign-in, which says why. */
function goBack(to: string, failure: SignInFailure): Response {
  const page = ourPage(to)
  page.searchParams.set('sign-in', failure)
  return goTo(page)
}
