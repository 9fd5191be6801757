import type { Briefing } from '@/lib/domain/briefing'
import type { Overrides } from '@/lib/domain/message'
import { publicRun, type RunRow } from '@/lib/domain/run'
import { queuedRun } from '@/lib/domain/run-changes'
import { insertRun } from '@/lib/store/run'
import type { Deps } from './deps'
import type { Write } from './write'

/** A new Run in the session's order: the lowest position that has not ended is worked on next. */
export async function queueRun(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  given: {
    overrides: Overrides
    position: number
    continuedFrom?: string
    briefing?: Briefing | undefined
    compact?: true
  },
): Promise<RunRow> {
  write.row.runs += 1
  const run = queuedRun({
    id: deps.newId(),
    sessionId: write.row.id,
    number: write.row.runs,
    limits: write.row.limits,
    overrides: given.overrides,
    continuedFrom: given.continuedFrom,
    briefing: given.briefing,
    compact: given.compact,
    now: write.now,
  })
  await insertRun(write.tx, run, given.position)
  write.work.forget()
  write.emit('run.queued', { run: publicRun(run) })
  return run
}
