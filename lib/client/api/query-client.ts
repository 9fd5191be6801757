import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { KEYS } from '../queries/keys'
import { isProblem } from './fetch-api'
import { isSignedOut } from './sign-in-state'

// Changes are rendered together. By default each hook is notified, and the page rendered, in a separate task.
notifyManager.setScheduler(queueMicrotask)

/** A query is retried while the server cannot be reached, but not once it has refused. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (isProblem(error, 'unauthorized')) isSignedOut.set(true)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
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
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
