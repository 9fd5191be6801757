import { pinned, sizeOf } from '@/lib/context/budget'
import { deedsText, repliesIn, summaryMessage, trimMessage } from '@/lib/context/left-out'
import type { CompactionLine, ContextSize } from '@/lib/domain/compaction'
import type { RunRow } from '@/lib/domain/run'
import { type History, insertCompaction } from '@/lib/store/compaction'
import { deedsOf } from './deeds-of'
import type { Deps } from './deps'
import { addEntry } from './transcript'
import type { Placement } from './where-to-cut'
import type { Write } from './write'

type About = {
  run: RunRow
  history: History
  place: Placement
  /** The model's words, or why there are none. */
  given: { summary: string } | { because: string }
}

/**
 * Earlier messages leave the model's view, and stay in the transcript: what takes their place is stored and shown,
 * with what was read and changed in them as the rows have it.
 */
export async function storeCut(deps: Pick<Deps, 'newId'>, write: Write, about: About): Promise<void> {
  const { run, history, place, given } = about
  const { why, from, through, dropped, before } = place
  const deeds = await deedsOf(write.tx, write.row.id, { cut: history.cut, through })
  const id = deps.newId()
  const all = history.messages.map(({ message }) => message)
  const leaving = all.slice(0, place.at)
  const total = dropped + (history.cut?.total ?? 0)
  const stays = pinned(all, place.at)
  const replies = stays.length > 0 ? repliesIn(leaving) : undefined
  const left = { id, deeds, replies, earlier: history.cut && all[0] }
  const isSummary = 'summary' in given
  const text = isSummary ? [given.summary, deedsText(deeds)].filter(Boolean).join('\n\n') : given.because
  const told = isSummary
    ? summaryMessage(text, { ...left, dropped: total })
    : trimMessage({ ...left, dropped })
  const messages = [told, ...stays]
  const after = sizeOf([...messages, ...all.slice(place.at)])
  const method = isSummary ? 'summary' : 'trim'
  const line: CompactionLine = { method, why, dropped, before, after, from, through }
  const kind = isSummary ? 'summary' : 'notice'
  const entry = await addEntry(write, { id, runId: run.id, kind, text, compaction: line })
  const { inFlight: _, ...paths } = deeds
  const stored = {
    ...line,
    id,
    seq: entry.seq,
    deeds: paths,
    messages,
    total,
    undone: undefined,
    at: write.now,
  }
  await insertCompaction(write.tx, write.row.id, stored)
  if (isSummary) write.emit('context.compacted', { compactionId: id, before, after, method: 'summary' })
  else write.emit('context.trimmed', { compactionId: id, before, after, dropped })
  putSize(write, after)
}

/** The conversation is this long now, whatever is sent beside it. */
export function putSize(write: Write, size: ContextSize): void {
  write.row.meter = write.row.meter && { ...write.row.meter, ...size }
}
