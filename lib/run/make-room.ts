import type { RunRow } from '@/lib/domain/run'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import type { Happening } from './task'
import { SWITCHED_OFF, trim } from './trim'
import type { Write } from './write'

/**
 * A Request turned out to be over the budget before it was sent. Its number becomes that of the compaction which comes
 * first; where summaries are switched off earlier messages are left out, and it is sent without them.
 */
export async function makeRoom(
  deps: Deps,
  write: Write,
  { run, over }: { run: RunRow; over: Extract<Happening, { kind: 'over_budget' }> },
): Promise<void> {
  const open = run.openRequest
  if (open?.number !== over.number || open.purpose === 'compaction' || run.compact === 'done') return
  if (write.row.compaction.enabled) {
    const openRequest = { ...open, purpose: 'compaction' as const, failures: 0, attempts: 0 }
    await changeRun(write, { before: run, after: { ...run, openRequest, compact: over.why } })
    return
  }
  await trim(deps, write, { run, why: over.why, because: SWITCHED_OFF })
  const openRequest = { ...open, attempts: open.attempts - 1 }
  await changeRun(write, { before: run, after: { ...run, openRequest, compact: 'done' } })
}
