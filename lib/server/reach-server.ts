import type { Server } from './server'

declare global {
  /**
   * Next builds a copy of what it imports into instrumentation, routes and pages each. The server is in the first
   * alone, which puts it here.
   */
  var countersignServer: Server | undefined
}

/** The server of this process. In development it is imported: what has changed is loaded anew. */
export async function reachServer(): Promise<Server> {
  if (process.env.NODE_ENV === 'development') return (await import('./server')).server
  if (!globalThis.countersignServer) throw new Error('The server is reached before it was started.')
  return globalThis.countersignServer
}
