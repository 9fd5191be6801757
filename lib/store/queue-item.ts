import * as z from 'zod'
import { QueueItem, QueueMode } from '@/lib/domain/message'
import { instant } from './columns'
import type { Tx } from './database'

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

export async function insertQueueItem(tx: Tx, sessionId: string, item: QueueItem): Promise<void> {
  await tx.queueItem.create({ data: { ...item, sessionId, createdAt: new Date(item.createdAt) } })
}

export async function removeQueueItems(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.queueItem.deleteMany({ where: { id: { in: ids } } })
}

export async function moveQueueItems(tx: Tx, ids: string[], runId: string): Promise<void> {
  if (ids.length > 0) await tx.queueItem.updateMany({ where: { id: { in: ids } }, data: { runId } })
}
