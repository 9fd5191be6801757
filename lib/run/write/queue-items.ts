import type { Skill } from '@/lib/domain/memory/skill'
import type { QueueItem } from '@/lib/domain/run/message'
import { insertQueueItem, moveQueueItems, removeQueueItems } from '@/lib/store/session/queue-item'
import type { Write } from './write'

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
