import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { Observable } from '@/lib/client/page/page-state'
import { KEYS } from '../queries/keys'
import { ApiProblem, bodyOf, fetchApi, isProblem, problemIn, UNREACHABLE } from './fetch-api'

// Changes are rendered together. By default each hook is notified, and the page rendered, in a separate task.
notifyManager.setScheduler(queueMicrotask)

/** A query is retried while the server cannot be reached, but not once it has refused. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // Whoever signed in again in another tab is told by what is read next.
    queryCache: new QueryCache({ onError, onSuccess: () => isSignedOut.set(false) }),
    mutationCache: new MutationCache({
      onError: error => {
        onError(error)
        // The server may have stopped the session, which shows that itself.
        if (isProblem(error, 'unavailable')) void client.invalidateQueries({ queryKey: KEYS.allOpenSessions })
      },
    }),
    defaultOptions: {
      queries: {
        retry: (count, error) => count < 2 && isProblem(error, 'unreachable', 'unavailable'),
        networkMode: 'always',
        // Parts of the page that ask for the same at the same time share an answer.
        staleTime: 2_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

export const isSignedOut = new Observable(false)

const onError = (error: Error): void => {
  if (isProblem(error, 'unauthorized')) isSignedOut.set(true)
}

/**
 * A stream that fails to open does not say why: this checks, so that whoever was signed out learns it without doing
 * anything.
 */
export async function checkSignIn(): Promise<void> {
  if (!isSignedOut.get()) await fetchApi('GET /api/sign-ins', { query: { limit: 1 } }).catch(onError)
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
  const problem = problemIn(response.status, await bodyOf(response))
  throw problem.code === 'unauthorized' ? new ApiProblem('forbidden', problem.message) : problem
}
