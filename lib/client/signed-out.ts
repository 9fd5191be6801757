/** Whether the server no longer knows who we are. Outside of React, since requests are. */
const listeners = new Set<() => void>()
let signedOut = false

export const isSignedOut = (): boolean => signedOut

export function setSignedOut(now: boolean): void {
  signedOut = now
  for (const listener of listeners) listener()
}

export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
