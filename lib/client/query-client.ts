import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isProblem } from './api-problem'
import { setSignedOut } from './signed-out'

// All that changes at once is drawn at once: each hook would else be told, and the page drawn, by a task of its own.
notifyManager.setScheduler(queueMicrotask)

/** What cannot be reached is asked again; an answer in words is an answer. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (isProblem(error, 'unauthorized')) setSignedOut(true)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (count, error) => count < 2 && isProblem(error, 'unreachable', 'unavailable'),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
