import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { hasEntries } from '@/lib/store/session/entry'
import { endRun } from '../loop/end-run'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'
import { dropItems } from '../write/queue-items'

/** Takes back what was said and has not reached the model. A Run that was to begin with it alone is no more. */
export function takeBack(
  deps: Deps,
  command: { sessionId: string; itemId: string },
): Promise<null | Refusal> {
  return storeInput<null>(deps, command, async write => {
    const item = write.work.items.find(one => one.id === command.itemId)
    if (!item) return refuse('not_found', 'This message does not wait: it was taken in, or taken back.')
    dropItems(write, [item.id])
    const left = write.work.items
    write.emit('queue.changed', { items: left })
    const run = write.work.runs.find(open => open.run.id === item.runId)?.run
    if (run?.status !== 'queued' || left.some(one => one.runId === run.id)) return null
    if (!(await hasEntries(write.db, run))) {
      await endRun(deps, write, { run, calls: [], items: [], outcome: { stopReason: 'cancelled' } })
    }
    return null
  })
}
