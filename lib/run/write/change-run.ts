import { publicRun, type RunRow } from '@/lib/domain/run/run'
import { saveRun } from '@/lib/store/session/run'
import type { Write } from './write'

type RunEvent = 'run.started' | 'run.waiting' | 'run.ended' | 'run.changed'

/** Stores a Run's change and, where others can see it, tells it: the row and the Event never differ. */
export function changeRun(write: Write, change: { before: RunRow; after: RunRow; as?: RunEvent }): RunRow {
  saveRun(write.rows, change)
  write.work.changeRun(change.after)
  const before = publicRun(change.before)
  const run = publicRun(change.after)
  const visible = JSON.stringify(before) !== JSON.stringify(run)
  if (change.as || visible) write.emit(change.as ?? 'run.changed', { run })
  return change.after
}
