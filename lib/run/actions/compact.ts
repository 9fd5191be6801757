import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { publicRun, type RunRow } from '@/lib/domain/run/run'
import type { OnceKey } from '@/lib/store/connection/idempotency-key'
import { placeNow } from '../compaction/trim'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'
import { changeRun } from '../write/change-run'
import { queueRun } from '../write/queue-run'
import type { Write } from '../write/write'

/** A person wants the conversation compacted now. */
export function compactSession(
  deps: Deps,
  command: { sessionId: string; once?: OnceKey | undefined },
): Promise<{ runId: string } | Refusal> {
  return storeInput(deps, command, write => askToCompact(deps, write))
}

/** The Run at work does it before its next Request, or at its end; an idle session gets a Run that does only that. */
export async function askToCompact(deps: Deps, write: Write): Promise<{ runId: string } | Refusal> {
  const [first] = write.work.runs
  if (first && isBusy(first.run))
    return refuse('session_busy', 'The conversation is being compacted, or the run stops.')
  const { place } = await placeNow(deps, write, { run: first?.run, why: 'asked' })
  if (!place)
    return refuse('invalid_request', 'There is nothing to compact: the conversation is short as it is.')
  if (!first) {
    const run = queueRun(deps, write, { overrides: {}, position: 1, compact: true })
    return { runId: run.id }
  }
  const run = changeRun(write, { before: first.run, after: { ...first.run, compact: 'asked' } })
  return { runId: run.id }
}

const isBusy = (run: RunRow): boolean =>
  run.stop !== undefined ||
  publicRun(run).compacting === true ||
  run.compact === 'asked' ||
  run.compact === 'overflow'

/** Typed where messages are written, it is no message. */
export const isCompactCommand = (text: string): boolean => text.trim() === '/compact'
