import type { Call } from '@/lib/domain/call'
import type { QueueItem } from '@/lib/domain/message'
import type { OpenRequest, RunRow } from '@/lib/domain/run'
import { active } from '@/lib/domain/run-changes'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import { rememberDeeds } from './loop-guard'
import { takeIn } from './start-run'
import type { TaskOf } from './task'
import type { Write } from './write'

/** A Request begins: the model is warned of a loop, and what people said meanwhile is taken in. */
export async function beginRequest(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  about: { run: RunRow; calls: Call[]; steering: QueueItem[]; tools: 'offered' | 'off' },
): Promise<TaskOf<'request'>> {
  const deeds = await rememberDeeds(deps, write, about)
  await takeIn(deps, write, { run: about.run, items: about.steering })
  const run = { ...about.run, deeds }
  return beginAsking(write, {
    before: about.run,
    run,
    purpose: about.tools === 'off' ? 'cap_summary' : 'loop',
  })
}

/** A Request that was begun before, and failed or was cut off by a crash, goes on under its number. */
export async function beginAsking(
  write: Write,
  { before, run, purpose }: { before: RunRow; run: RunRow; purpose: OpenRequest['purpose'] },
): Promise<TaskOf<'request'>> {
  const number = write.row.requests + 1
  const open = run.openRequest ?? { number, purpose, failures: 0, attempts: 0, startedAt: write.now }
  const begun = { ...open, attempts: open.attempts + 1 }
  const answer = purpose === 'compaction' ? run.answer : undefined
  const asking = { ...active(run, write.now), openRequest: begun, retryAt: undefined, answer }
  await changeRun(write, { before, after: asking })
  if (!run.openRequest) {
    write.row.requests = begun.number
    const model = run.overrides.model ?? write.row.model
    write.emit('request.started', { runId: run.id, number: begun.number, model })
  }
  return { do: 'request', run: asking, session: write.row }
}
