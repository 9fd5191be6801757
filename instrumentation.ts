import type { Instrumentation } from 'next'

/** Once in each server process, and not while the application is built. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { currentProcess } = await import('@/lib/server/current-process')
  currentProcess()
}

export const onRequestError: Instrumentation.onRequestError = async (error, request) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { currentProcess } = await import('@/lib/server/current-process')
  const { errorFields } = await import('@/lib/run/process/error-fields')
  const { method, path } = request
  currentProcess().log('error', 'A page failed', { method, path: path.split('?')[0], ...errorFields(error) })
}
