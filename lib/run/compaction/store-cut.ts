import { pinned, sizeOf } from '@/lib/context/budget'
import {
  addFileActivity,
  type FileActivity,
  fileActivityText,
  repliesIn,
  summaryMessage,
  trimMessage,
} from '@/lib/context/compaction-message'
import { mindNotes } from '@/lib/context/mind-notes'
import type { ModelMessage } from '@/lib/domain/call/solution'
import type { CompactionLine, ContextSize } from '@/lib/domain/run/compaction'
import type { RunRow } from '@/lib/domain/run/run'
import { pathIn } from '@/lib/json/json-text'
import type { Placement } from '@/lib/run/request/context-size'
import { doneBetween, openCalls } from '@/lib/store/call/file-activity'
import type { Sql } from '@/lib/store/connection/sql'
import { planAndStateOf } from '@/lib/store/memory/plan-and-state'
import { type ActiveCompaction, insertCompaction, type StoredHistory } from '@/lib/store/session/compaction'
import type { Deps } from '../process/deps'
import { addEntry } from '../write/add-entry'
import type { Write } from '../write/write'

type Cut = {
  run: RunRow
  history: StoredHistory
  place: Placement
  /** The model's words, or why there are none. */
  replacement: { summary: string } | { because: string }
}

/**
 * Earlier messages leave the model's view, and stay in the transcript: what takes their place is stored and shown,
 * with what was read and changed in them as the rows have it.
 */
export async function storeCut(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  { run, history, place, replacement }: Cut,
): Promise<void> {
  const { why, from, through, dropped, before } = place
  const deeds = await fileActivityOf(write.sql, write.row.id, { cut: history.cut, through })
  const id = deps.newId()
  const all = history.messages.map(({ message }) => message)
  const leaving = all.slice(0, place.at)
  const total = dropped + (history.cut?.total ?? 0)
  const stays = pinned(all, place.at)
  const replies = stays.length > 0 ? repliesIn(leaving) : undefined
  const left = { id, activity: deeds, replies, dropped: total, earlier: history.cut && all[0] }
  const isSummary = 'summary' in replacement
  const text = isSummary
    ? [replacement.summary, fileActivityText(deeds)].filter(Boolean).join('\n\n')
    : replacement.because
  const told = isSummary ? summaryMessage(text, left) : trimMessage(left)
  const messages = [told, ...stays, ...(await mindAfter(write, stays.length > 0 ? leaving : []))]
  const after = sizeOf([...messages, ...all.slice(place.at)])
  const method = isSummary ? 'summary' : 'trim'
  const line: CompactionLine = { method, why, dropped, before, after, from, through }
  const kind = isSummary ? 'summary' : 'notice'
  const entry = addEntry(write, { id, runId: run.id, kind, text, compaction: line })
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
  insertCompaction(write.rows, write.row.id, stored)
  if (isSummary) write.emit('context.compacted', { compactionId: id, before, after, method: 'summary' })
  else write.emit('context.trimmed', { compactionId: id, before, after, dropped })
  putSize(write, after)
}

/**
 * What the model bears in mind is told anew, as a whole: what told it of that is no longer in its view. `messages`: what
 * leaves it together with what the person said last, which stays with what was recalled for it.
 */
async function mindAfter(write: Write, messages: ModelMessage[]): Promise<ModelMessage[]> {
  const { id, mode } = write.row
  const notes: ModelMessage[] = mindNotes({ ...(await planAndStateOf(write.db, id)), mode })
  const reminded = messages.findLast(message => message.role === 'user' && message.note === 'memory')
  write.row.oriented = true
  return reminded ? [...notes, reminded] : notes
}

/** The conversation is this long now, whatever is sent beside it. */
export function putSize(write: Write, size: ContextSize): void {
  write.row.meter = write.row.meter && { ...write.row.meter, ...size }
}

/** What was read and changed up to an Event, and what is under way now: read from rows, so that no summary forgets it. */
async function fileActivityOf(
  sql: Sql,
  sessionId: string,
  { cut, through }: { cut: ActiveCompaction | undefined; through: number },
): Promise<FileActivity> {
  const done = await doneBetween(sql, sessionId, { after: cut?.through ?? 0, through })
  const open = await openCalls(sql, sessionId)
  return addFileActivity(cut?.deeds ?? { read: [], changed: [] }, {
    read: done.flatMap(({ path, text }) => (path === undefined ? (pathIn(text) ?? []) : [])),
    changed: done.flatMap(({ path }) => path ?? []),
    inFlight: open.map(({ tool, state, summary }) => `${tool} (${state})${summary ? `: ${summary}` : ''}`),
  })
}
