import type { Log } from '@/lib/run/deps'

type Sink = { write: (text: string) => unknown }

/** Writes one JSON object a line: warnings and errors to the second sink, the rest to the first. */
export function createLog(
  always: Record<string, unknown>,
  sinks: { out: Sink; err: Sink } = { out: process.stdout, err: process.stderr },
): Log {
  return (level, message, fields) => {
    const line = toLine({ at: new Date().toISOString(), level, message, ...always, ...fields })
    const sink = level === 'info' ? sinks.out : sinks.err
    sink.write(`${line}\n`)
  }
}

/** JSON without any character that a terminal obeys or that some reader takes for the end of a line. */
const toLine = (entry: Record<string, unknown>): string =>
  JSON.stringify(entry, (_key, value) => (typeof value === 'bigint' ? String(value) : value)).replace(
    UNSAFE,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const UNSAFE = /[\u007f-\u009f\u2028\u2029]/g
