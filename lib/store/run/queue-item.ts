import { QueueItem } from '@/lib/domain/run/message'
import { Skill } from '@/lib/domain/skills/skill'
import { columnsOf } from '../connection/columns'
import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import { listed, stored, whole } from '../connection/stored'

export const readQueueItem = stored(columnsOf(QueueItem))

export async function queueOf(tx: Tx, sessionId: string): Promise<QueueItem[]> {
  const rows = await tx.queueItem.findMany({
    where: { sessionId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return listed(readQueueItem, rows)
}

/** `skill`: what the message asks for beside its words. */
export function insertQueueItem(
  rows: Rows,
  sessionId: string,
  item: QueueItem & { skill: Skill | null },
): void {
  rows.insert('QueueItem', [{ ...item, sessionId }])
}

const readSkill = stored(Skill)

/** The skills that queued messages ask for, by the messages' ids. */
export async function skillsOf(tx: Tx, ids: string[]): Promise<Map<string, Skill>> {
  const rows = await tx.queueItem.findMany({ where: { id: { in: ids } }, select: { id: true, skill: true } })
  return new Map(
    rows.flatMap(({ id, skill }) => (skill === null ? [] : [[id, whole(`Message ${id}`, readSkill(skill))]])),
  )
}

export const removeQueueItems = (rows: Rows, ids: string[]): void => rows.remove('QueueItem', ids)

export function moveQueueItems(rows: Rows, ids: string[], runId: string): void {
  for (const id of ids) rows.update('QueueItem', id, { runId })
}
