import type { Instrumentation } from 'next'

/** Once in each server process, and not while the application is built. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { server } = await import('@/lib/server/server')
  globalThis.countersignServer = server
  server.start()
}

export const onRequestError: Instrumentation.onRequestError = (error, request) => {
  globalThis.countersignServer?.logPageError(error, request)
}
