import { type Refusal, refuse } from '@/lib/domain/problem'
import { hasEntries } from '@/lib/store/entry'
import { queueOf, removeQueueItems } from '@/lib/store/queue-item'
import { findRun } from '@/lib/store/run'
import type { Deps } from './deps'
import { endRun } from './end-run'
import { writeFact } from './fact'

/** Takes back what was said and has not reached the model. A Run that was to begin with it alone is no more. */
export function takeBack(deps: Deps, about: { sessionId: string; itemId: string }): Promise<null | Refusal> {
  return writeFact<null>(deps, about, async write => {
    const items = await queueOf(write.tx, about.sessionId)
    const item = items.find(one => one.id === about.itemId)
    if (!item) return refuse('not_found', 'This message does not wait: it was taken in, or taken back.')
    await removeQueueItems(write.tx, [item.id])
    const left = items.filter(one => one.id !== item.id)
    write.emit('queue.changed', { items: left })
    const run = await findRun(write.tx, item.runId)
    if (run?.status !== 'queued' || left.some(one => one.runId === run.id)) return null
    if (!(await hasEntries(write.tx, run))) {
      await endRun(deps, write, { run, calls: [], items: [], outcome: { stopReason: 'cancelled' } })
    }
    return null
  })
}
