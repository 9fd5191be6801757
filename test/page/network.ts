import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

/**
 * The network of component tests. The set-up of each file opens it: a request that no test answers is an error, but for
 * the rules of a session, which each message box reads, and what waits, which each page counts.
 */
export const network = setupServer(
  http.get(/\/api\/(rules|sessions)$/, () => HttpResponse.json({ items: [], nextCursor: null })),
)
