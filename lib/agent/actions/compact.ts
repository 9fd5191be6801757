import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { UndoneCompaction } from '@/lib/domain/run/compaction'
import { publicRun } from '@/lib/domain/run/run'
import type { By } from '@/lib/store/installation/idempotency-key'
import { findCompaction, lastCompactions, markUndone } from '@/lib/store/run/compaction'
import { clearContext, placementNow, putSize } from '../compaction/compaction'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'
import { changeRun, queueRun } from '../write/changes'
import { mask } from '../write/mask'
import { type Write, writeSession } from '../write/write'

type SessionCommand = Pick<By, 'once'> & { sessionId: string }

/** A person wants the conversation compacted now; `instructions` say what the summary should do. */
export async function compactSession(
  deps: Deps,
  command: SessionCommand & { instructions?: string | undefined },
): Promise<{ runId: string } | Refusal> {
  const { sessionId, instructions } = command
  const { value: masked } = await mask(deps, { sessionId }, { instructions })
  return storeInput(deps, command, write => askToCompact(deps, write, masked.instructions))
}

/** Leaves what was said so far out of what the model sees: a compaction without a summary, which can be undone. */
export function clearSession(
  deps: Deps,
  command: SessionCommand,
): Promise<{ compactionId: string } | Refusal> {
  return writeSession(deps, command, async write => {
    if (write.work.runs.length > 0) return refuse('session_busy', { code: 'problem.runGoesOn' })
    const compactionId = await clearContext(write)
    return compactionId === null
      ? refuse('invalid_request', { code: 'problem.nothingToClear' })
      : { compactionId }
  })
}

/** The Run at work does it before its next Request, or at its end; an idle session gets a Run that does only that. */
async function askToCompact(
  deps: Deps,
  write: Write,
  compactInstructions: string | undefined,
): Promise<{ runId: string } | Refusal> {
  const [first] = write.work.runs
  if (first) {
    const { stop, compact } = first.run
    const isCompacting = compact === 'asked' || compact === 'overflow' || publicRun(first.run).compacting
    if (stop || isCompacting) return refuse('session_busy', { code: 'problem.compactingOrStopping' })
  }
  const { placement } = await placementNow(deps, write, { run: first?.run, why: 'asked' })
  if (!placement) return refuse('invalid_request', { code: 'problem.tooShort' })
  if (!first) {
    const run = queueRun(write, { overrides: {}, position: 1, compact: true, compactInstructions })
    return { runId: run.id }
  }
  const run = changeRun(write, {
    before: first.run,
    after: { ...first.run, compact: 'asked', compactInstructions },
  })
  return { runId: run.id }
}

/** The next Request sees the originals again. Of several compactions the latest goes first: it builds on the others. */
export function undoCompaction(
  deps: Deps,
  command: By & { sessionId: string; compactionId: string },
): Promise<UndoneCompaction | Refusal> {
  const { sessionId, compactionId: id, person } = command
  return storeInput(deps, command, async write => {
    const compaction = await findCompaction(write.db, { id, sessionId })
    if (!compaction) return refuse('not_found', { code: 'problem.noCompaction' })
    if (compaction.undone) return refuse('invalid_request', { code: 'problem.compactionUndone' })
    const inForce = (await lastCompactions(write.db, sessionId)).find(one => !one.undone)
    if (inForce?.id !== id) return refuse('invalid_request', { code: 'problem.compactionBelow' })
    const [first] = write.work.runs
    if (first && publicRun(first.run).compacting)
      return refuse('session_busy', { code: 'problem.compacting' })
    markUndone(write.rows, id, { by: person.id, at: write.now })
    putSize(write, compaction.before)
    write.emit('context.restored', { compactionId: id, size: compaction.before, by: person.id })
    const { before, after, method } = compaction
    return { compactionId: id, method, before, after, undone: true }
  })
}
