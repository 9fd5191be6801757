import type { Log } from '@/lib/agent/process/deps'

type Sink = { write: (text: string) => unknown }
type Entry = Record<string, unknown>

/**
 * Writes one JSON object a line: warnings and errors to the second sink, the rest to the first. `hide` takes out what
 * no log may hold.
 */
export function createLog(
  always: Record<string, unknown>,
  {
    sinks = { out: process.stdout, err: process.stderr },
    hide = entry => entry,
  }: { sinks?: { out: Sink; err: Sink }; hide?: (entry: Entry) => Entry } = {},
): Log {
  return (level, message, fields) => {
    const entry = hide({ at: new Date().toISOString(), level, message, ...always, ...fields })
    const json = JSON.stringify(entry, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    const line = json.replace(UNSAFE, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    const sink = level === 'info' ? sinks.out : sinks.err
    sink.write(`${line}\n`)
  }
}

/** What a terminal obeys, or some reader takes for the end of a line. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029]/g
