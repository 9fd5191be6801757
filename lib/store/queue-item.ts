import * as z from 'zod'
import { QueueItem, QueueMode } from '@/lib/domain/message'
import { Skill } from '@/lib/domain/skill'
import { instant } from './columns'
import { json, type Tx } from './database'

const QueueItemRow = z.object({
  id: z.string(),
  runId: z.string(),
  mode: QueueMode,
  text: z.string(),
  createdAt: instant,
})

export async function queueOf(tx: Tx, sessionId: string): Promise<QueueItem[]> {
  const rows = await tx.queueItem.findMany({
    where: { sessionId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(row => QueueItem.parse(QueueItemRow.parse(row)))
}

/** `skill`: what the message asks for beside its words. */
export async function insertQueueItem(
  tx: Tx,
  sessionId: string,
  item: QueueItem & { skill: Skill | null },
): Promise<void> {
  const { skill, createdAt, ...columns } = item
  await tx.queueItem.create({
    data: { ...columns, sessionId, skill: json(skill), createdAt: new Date(createdAt) },
  })
}

/** The skills that queued messages ask for, by the messages' ids. */
export async function skillsOf(tx: Tx, ids: string[]): Promise<Map<string, Skill>> {
  const rows = await tx.queueItem.findMany({ where: { id: { in: ids } }, select: { id: true, skill: true } })
  return new Map(rows.flatMap(({ id, skill }) => (skill === null ? [] : [[id, Skill.parse(skill)]])))
}

export async function removeQueueItems(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.queueItem.deleteMany({ where: { id: { in: ids } } })
}

export async function moveQueueItems(tx: Tx, ids: string[], runId: string): Promise<void> {
  if (ids.length > 0) await tx.queueItem.updateMany({ where: { id: { in: ids } }, data: { runId } })
}
