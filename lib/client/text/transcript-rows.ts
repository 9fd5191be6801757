import type { Entry } from '@/lib/domain/session/entry'

/** A row of the transcript. `begins`: the Run that begins with it, unless it is the first row. `reads`: it stands for all of these, from the first on, so that it stays the same row as they come. */
type EntryRow = { key: string; entry: Entry; begins?: string; reads?: Entry[] }

/** Stands for entries that are not loaded: those between a place far back and the end. */
type GapRow = { key: 'gap'; entry: null }

export type Row = EntryRow | GapRow

/** The rows of older entries and of the last ones, which may be far apart. */
export function transcriptRows(older: Entry[], hasGap: boolean, last: Entry[]): Row[] {
  return hasGap
    ? [...rowsOf(older), { key: 'gap', entry: null }, ...rowsOf(last)]
    : rowsOf([...older, ...last])
}

/** Whether it tells of nothing but changes of Calls, whose own rows show them. */
const isChange = ({ kind, codedText }: Entry): boolean =>
  kind === 'correction' && codedText?.parts?.every(({ code }) => code === 'correction.changed') === true

const isRead = ({ call, attachments }: Entry): boolean =>
  call?.isRead === true && call.result === 'ok' && !call.images && !call.change && !attachments

/**
 * Calls have rows of their own; a message with nothing else has none. Reads of one Run that follow each other share a row.
 */
export function rowsOf(entries: Entry[]): EntryRow[] {
  const rows: EntryRow[] = []
  let runId: string | undefined
  for (const entry of entries) {
    if (entry.text === '' && !entry.reasoning && entry.kind !== 'result') continue
    if (isChange(entry)) continue
    const begins = entry.runId !== undefined && entry.runId !== runId ? entry.runId : undefined
    const last = rows.at(-1)
    if (isRead(entry) && !begins && last?.reads) last.reads.push(entry)
    else
      rows.push({
        key: entry.id,
        entry,
        ...(begins && last ? { begins } : {}),
        ...(isRead(entry) ? { reads: [entry] } : {}),
      })
    runId = entry.runId ?? runId
  }
  return rows
}

const LINE = 24
const CALL = 28
const CHARS_IN_LINE = 92

/** The rough height of a row in pixels, until it is measured. */
export function estimatedHeight(row: Row): number {
  if (row.entry === null) return 3 * LINE
  const { entry, begins } = row
  const run = begins ? 2 * LINE : 0
  if (entry.kind === 'result') return run + CALL
  const lines = entry.text.split('\n', 200).reduce((sum, { length }) => sum + 1 + length / CHARS_IN_LINE, 1)
  return run + Math.round(LINE * Math.min(lines, 200)) + 20
}

/** The row of the entry with that number, or of the next one that has a row. */
const rowAt = (rows: Row[], seq: number): EntryRow | undefined =>
  rows.find((row): row is EntryRow => row.entry !== null && (row.reads?.at(-1) ?? row.entry).seq >= seq)

/** The entry that the address names, as `#seq-12`. Each time such a link is followed there is a new object. */
export type LinkTarget = { seq: number }

export function placeIn(hash: string): LinkTarget | null {
  const seq = /^#seq-(\d{1,10})$/.exec(hash)?.[1]
  return seq === undefined ? null : { seq: Number(seq) }
}

/** Whether the entry of that number stands in a row. */
export const isIn = (row: Row, seq: number | null): boolean =>
  row.entry !== null && (row.reads ?? [row.entry]).some(entry => entry.seq === seq)

/** The last place that was landed on, the number of its entry, and what has to be unfolded for it. */
type Landing = { target: LinkTarget | null; seq: number | null; unfolds: string[] }

export const NO_LANDING: Landing = { target: null, seq: null, unfolds: [] }

/** Under which a row of reads is open. */
export const readsKey = (first: Entry | undefined): string => `reads ${first?.id}`

type Ground = {
  target: LinkTarget | null
  rows: Row[]
  /** Whether everything around the place is loaded. */
  isReady: boolean
}

/**
 * The landing once there is somewhere to land: a place is done when its row is there, not before. The same object as
 * before as long as nothing has come of it.
 */
export function landingAfter(last: Landing, { target, rows, isReady }: Ground): Landing {
  if (target === null || !isReady || last.target === target) return last
  const row = rowAt(rows, target.seq)
  if (!row) return last
  const { entry, reads } = row
  const linked = reads?.find(({ seq }) => seq >= target.seq) ?? entry
  const isFolded = linked.kind === 'result' || linked.compaction !== undefined
  const unfolds = [...(reads ? [readsKey(entry)] : []), ...(isFolded ? [linked.id] : [])]
  return { target, seq: linked.seq, unfolds }
}
