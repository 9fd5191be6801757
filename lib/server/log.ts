import type { Log } from '@/lib/agent/process/deps'

type Sink = { write: (text: string) => unknown; isTTY?: boolean }
type Entry = Record<string, unknown>

/**
 * Writes one JSON object a line, or a sentence for a person at a terminal: warnings and errors to the second sink, the
 * rest to the first. `hide` takes out what no log may hold.
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
    const sink = level === 'info' ? sinks.out : sinks.err
    const text = sink.isTTY ? sentenceOf(entry, Object.keys(fields ?? {})) : jsonOf(entry)
    const line = text.replace(UNSAFE, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    sink.write(`${line}\n`)
  }
}

const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part))

function sentenceOf(entry: Entry, names: string[]): string {
  const visible = names.filter(name => name !== 'stack' && entry[name] !== undefined)
  const fields = visible.map(name => `${name}: ${jsonOf(entry[name])}`)
  const level = entry.level === 'info' ? '' : `${entry.level}: `
  return `${level}${entry.message}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`
}

/** What a terminal obeys, or some reader takes for the end of a line. */
const UNSAFE = /[\p{Cc}\u2028\u2029]/gu
