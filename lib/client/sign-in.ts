import { ApiProblem } from './api-problem'
import { problemIn, UNREACHABLE } from './problem-in'

/**
 * Gives the access token and gets the cookie. Success is a redirection, which is not followed. Rejects with an
 * ApiProblem; one about the token is `forbidden`, since it says nothing new about the session.
 */
export async function signIn(token: string): Promise<void> {
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
