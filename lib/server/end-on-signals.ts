import type { Log } from '@/lib/run/deps'
import { errorFields } from '@/lib/run/error-fields'

/**
 * Ends the process when it is asked to: by a signal, or because whoever started it is gone. Next would wait
 * for open streams, which never end by themselves.
 */
export function endOnSignals(current: { end: () => Promise<void> }, log: Log): void {
  let isEnding = false
  const end = (why: string): void => {
    if (isEnding) return
    isEnding = true
    log('info', 'Ending', { why })
    current.end().then(
      () => process.exit(0),
      error => {
        log('error', 'The process could not end in order', errorFields(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', () => end('disconnect'))
}
