import type { Skill } from '@/lib/domain/memory/skill'
import type { Overrides, QueueItem } from '@/lib/domain/run/message'
import type { Briefing } from '@/lib/domain/run/request-record'
import { publicRun, type RunRow } from '@/lib/domain/run/run'
import { queuedRun } from '@/lib/domain/run/run-changes'
import { insertQueueItem, moveQueueItems, removeQueueItems } from '@/lib/store/session/queue-item'
import { insertRun } from '@/lib/store/session/run'
import type { Deps } from '../process/deps'
import type { Write } from './write'

/** A new Run in the session's order: the lowest position that has not ended is worked on next. */
export function queueRun(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  {
    overrides,
    continuedFrom,
    briefing,
    compact,
    position,
  }: {
    overrides: Overrides
    position: number
    continuedFrom?: string
    briefing?: Briefing | undefined
    compact?: true
  },
): RunRow {
  write.row.runs += 1
  const run = queuedRun({
    id: deps.newId(),
    sessionId: write.row.id,
    number: write.row.runs,
    limits: write.row.limits,
    overrides,
    continuedFrom,
    briefing,
    compact,
    now: write.now,
  })
  insertRun(write.rows, run, position)
  write.work.addRun(run, position)
  write.emit('run.queued', { run: publicRun(run) })
  return run
}

/** A message waits. `skill`: what it asks for beside its words. */
export function addItem(write: Write, item: QueueItem, skill: Skill | null): void {
  insertQueueItem(write.rows, write.row.id, { ...item, skill })
  write.work.addItem(item, skill)
}

/** They wait no more: they were taken in, or taken back. */
export function dropItems(write: Write, ids: string[]): void {
  removeQueueItems(write.rows, ids)
  write.work.removeItems(ids)
}

/** They belong to another Run now. */
export function moveItems(write: Write, ids: string[], runId: string): void {
  moveQueueItems(write.rows, ids, runId)
  write.work.moveItems(ids, runId)
}
