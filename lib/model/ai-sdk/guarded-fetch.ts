export type Fetch = typeof fetch

/** A fetch that follows no redirect, since the key and the conversation would follow it too. */
export const guardedFetch =
  (fetch: Fetch): Fetch =>
  (input, init) =>
    fetch(input, { ...init, redirect: 'manual' })
