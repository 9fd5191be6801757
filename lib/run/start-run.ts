import { type Instant, later } from '@/lib/domain/instant'
import type { QueueItem } from '@/lib/domain/message'
import type { RunRow } from '@/lib/domain/run'
import { active } from '@/lib/domain/run-changes'
import { queueOf, removeQueueItems } from '@/lib/store/queue-item'
import { changeRun } from './change-run'
import { addUserEntry } from './transcript'
import type { Write } from './write'

/** Quiet time after which messages that are collected become one Run. */
const QUIET_MS = 500

/** When a queued Run may start; absent where it may at once. */
export function startsLater(items: QueueItem[], now: Instant): Instant | undefined {
  if (items.length === 0 || items.some(item => item.mode !== 'collect')) return undefined
  const quiet = items
    .map(item => later(item.createdAt, QUIET_MS))
    .sort()
    .at(-1)
  return quiet && quiet > now ? quiet : undefined
}

/** A queued Run starts: its clock runs, and what waited for it enters the transcript. */
export async function startRun(write: Write, run: RunRow, items: QueueItem[]): Promise<RunRow> {
  const started = await changeRun(write, { before: run, after: active(run, write.now), as: 'run.started' })
  await takeIn(write, run, items)
  return started
}

/** Queued input becomes entries of the transcript. */
export async function takeIn(write: Write, run: RunRow, items: QueueItem[]): Promise<void> {
  if (items.length === 0) return
  for (const item of items) await addUserEntry(write, { id: item.id, runId: run.id, text: item.text })
  await removeQueueItems(
    write.tx,
    items.map(item => item.id),
  )
  write.emit('queue.changed', { items: await queueOf(write.tx, write.row.id) })
}
