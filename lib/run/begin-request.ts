import type { Call } from '@/lib/domain/call'
import type { QueueItem } from '@/lib/domain/message'
import type { RunRow } from '@/lib/domain/run'
import { active } from '@/lib/domain/run-changes'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import { rememberDeeds } from './loop-guard'
import { takeIn } from './start-run'
import type { Task } from './task'
import type { Write } from './write'

/**
 * A Request begins: the model is warned of a loop, what people said meanwhile is taken in, then its number is given. A Request that was
 * begun before, and failed or was cut off by a crash, goes on under its number.
 */
export async function beginRequest(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  about: { run: RunRow; calls: Call[]; steering: QueueItem[]; tools: 'offered' | 'off' },
): Promise<Task> {
  const { run } = about
  const deeds = await rememberDeeds(deps, write, about)
  await takeIn(deps, write, { run, items: about.steering })
  const open = run.openRequest ?? {
    number: write.row.requests + 1,
    purpose: about.tools === 'off' ? ('cap_summary' as const) : ('loop' as const),
    failures: 0,
    attempts: 0,
    startedAt: write.now,
  }
  const begun = { ...open, attempts: open.attempts + 1 }
  const asking = {
    ...active(run, write.now),
    deeds,
    openRequest: begun,
    retryAt: undefined,
    answer: undefined,
  }
  await changeRun(write, { before: run, after: asking })
  if (!run.openRequest) {
    write.row.requests = begun.number
    const model = run.overrides.model ?? write.row.model
    write.emit('request.started', { runId: run.id, number: begun.number, model })
  }
  return { do: 'request', run: asking, session: write.row }
}
