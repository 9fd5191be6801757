import type { Entry } from '@/lib/domain/entry'

/** One row of the transcript. `begins`: the Run that begins with it, as far as something stands above. */
export type Row = { key: string; entry: Entry; begins?: string }

/** A message that is nothing but Calls has no row: they have rows of their own. */
export function rowsOf(entries: Entry[]): Row[] {
  const rows: Row[] = []
  let runId: string | undefined
  for (const entry of entries) {
    if (entry.text === '' && !entry.reasoning && entry.kind !== 'result') continue
    const begins = entry.runId !== undefined && entry.runId !== runId ? entry.runId : undefined
    rows.push({ key: entry.id, entry, ...(begins && rows.length > 0 ? { begins } : {}) })
    runId = entry.runId ?? runId
  }
  return rows
}

const LINE = 24
const CHARS_IN_LINE = 92

/** About how tall a row will be, in pixels, until it has been seen. */
export function estimatedHeight({ entry, begins }: Row): number {
  const run = begins ? 2 * LINE : 0
  if (entry.kind === 'result') return run + 2 * LINE
  const lines = entry.text.split('\n', 200).reduce((sum, { length }) => sum + 1 + length / CHARS_IN_LINE, 1)
  return run + Math.round(LINE * Math.min(lines, 200)) + 20
}
