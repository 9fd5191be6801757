import type { Redaction } from '@/lib/agent/process/redaction'
import { createLog } from '@/lib/server/log'

/** A log as a server writes it, without what its redaction knows, and the lines that were written. */
export function logLines(redaction: Redaction) {
  const lines: string[] = []
  const sink = { write: (text: string) => lines.push(text) }
  const log = createLog({}, { sinks: { out: sink, err: sink }, hide: entry => redaction.mask(entry) })
  return { log, lines }
}
