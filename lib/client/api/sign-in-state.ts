import { Observable } from '../page/page-state'
import { ApiProblem, problemIn, UNREACHABLE } from './fetch-api'

export const isSignedOut = new Observable(false)

/**
 * A stream that fails to open does not say why: this checks, so that whoever was signed out learns it without doing
 * anything.
 */
export async function checkSignIn(): Promise<void> {
  if (isSignedOut.get()) return
  const status = await fetch('/api/sign-ins?limit=1').then(
    answer => answer.status,
    () => 0,
  )
  if (status === 401) isSignedOut.set(true)
}

/**
 * Exchanges the access token for the cookie. Success is a redirect, which is not followed. Rejects with an ApiProblem; a
 * wrong token is `forbidden`, since `unauthorized` would mean that we were signed out again.
 */
export async function postSignIn(token: string): Promise<void> {
  const response = await fetch(`/api/sign-in?${new URLSearchParams({ token, to: '/' })}`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
  }).catch(() => {
    throw new ApiProblem('unreachable', UNREACHABLE)
  })
  if (response.type === 'opaqueredirect') return
  const problem = problemIn(response.status, await response.json().catch(() => null))
  throw problem.code === 'unauthorized' ? new ApiProblem('forbidden', problem.message) : problem
}
