export type Fetch = typeof fetch

/**
 * A fetch for one request: it follows no redirect, since the key and the conversation would follow it too,
 * and it remembers of what type the response was.
 */
export function guardedFetch(fetch: Fetch): { fetch: Fetch; contentType: () => string | undefined } {
  let contentType: string | undefined
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, redirect: 'manual' })
      contentType = response.headers.get('content-type') ?? undefined
      return response
    },
    contentType: () => contentType,
  }
}
