import { type Instant, later } from '@/lib/domain/instant'
import { deadlineOf } from '@/lib/domain/next-step'
import type { OpenRequest, Outcome, RunRow } from '@/lib/domain/run'
import type { ModelFailure } from '@/lib/domain/solution'
import { storable } from '@/lib/domain/storable'
import { reasonOf } from './begin-compaction'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import { recordRequest } from './record-request'
import { storeBriefing } from './store-briefing'
import { compacted } from './store-summary'
import type { Asked, Happening } from './task'
import { addEntry } from './transcript'
import { placeNow, trim } from './trim'
import type { Write } from './write'

type Failed = Extract<Happening, { kind: 'failed' }>

/**
 * A request without a Solution: tried again at a stored time, or the end of the Run. One that was aborted
 * ends here too; why it was, the rows say.
 */
export async function storeFailure(
  deps: Deps,
  write: Write,
  { run: before, failed }: { run: RunRow; failed: Failed },
): Promise<void> {
  const { asked } = failed
  const failure = storable(failed.failure)
  const open = before.openRequest
  if (open?.number !== asked.number) return
  const run = await storeBriefing(write, before, asked)
  const retryAt = failure.retryable ? retryTime(deps, write, { run, open, failure }) : undefined
  if (retryAt) {
    const openRequest = { ...open, failures: open.failures + 1 }
    const after = { ...run, openRequest, retryAt, lastFailure: failure.message }
    await changeRun(write, { before, after })
    return
  }
  await recordRequest(write, {
    id: deps.newId(),
    asked,
    received: failed.failure,
    finishReason: failure.reason,
  })
  const ended = { runId: run.id, number: asked.number, model: asked.model }
  write.emit('request.ended', { ...ended, finishReason: failure.reason })
  if (asked.purpose === 'compaction') return withoutSummary(deps, write, { before, failure })
  if (await canShorten(deps, write, { run, failure })) {
    const overflows = run.overflows + 1
    const shorter = { openRequest: undefined, overflows, compact: 'overflow' as const }
    return void (await changeRun(write, {
      before,
      after: { ...run, ...shorter, lastFailure: failure.message },
    }))
  }
  await keepText(deps, write, { run, asked, text: storable(failed.shown) })
  const outcome = failure.reason === 'aborted' ? undefined : outcomeOf(failure)
  const requests = run.requests + (asked.purpose === 'loop' ? 1 : 0)
  const after = { ...run, openRequest: undefined, lastFailure: failure.message, answer: outcome, requests }
  await changeRun(write, { before, after })
}

/** A conversation that is too long for the model is compacted and the Request put together anew, so many times. */
const canShorten = async (
  deps: Deps,
  write: Write,
  { run, failure }: { run: RunRow; failure: ModelFailure },
): Promise<boolean> =>
  failure.reason === 'overflow' &&
  run.overflows < run.limits.overflowRetries &&
  (await placeNow(deps, write, { run, why: 'overflow' })).place !== null

/** A summary that cannot be had: earlier messages are left out without one, unless the Run is being stopped. */
async function withoutSummary(
  deps: Deps,
  write: Write,
  { before, failure }: { before: RunRow; failure: ModelFailure },
): Promise<void> {
  const because = `The summary failed. ${failure.message}`
  if (failure.reason !== 'aborted') await trim(deps, write, { run: before, why: reasonOf(before), because })
  await changeRun(write, { before, after: compacted(before) })
}

const outcomeOf = (failure: ModelFailure): Outcome => ({
  stopReason: failure.reason === 'idle' ? 'idle_timeout' : 'error',
  error: failure.message,
})

/** 1, 2, 4 … seconds with jitter, or when the provider says; none where that is past the Run's deadline. */
function retryTime(
  deps: Deps,
  write: Write,
  about: { run: RunRow; open: OpenRequest; failure: ModelFailure },
): Instant | undefined {
  const { run, open, failure } = about
  if (open.failures >= run.limits.modelRetries) return undefined
  const backoff = 1000 * 2 ** open.failures * (0.75 + deps.random() / 2)
  const at = later(write.now, Math.round(failure.retryAfterMs ?? backoff))
  const deadline = deadlineOf(run)
  return deadline === undefined || at < deadline ? at : undefined
}

/** What had arrived is kept, for people and for the model. */
async function keepText(
  deps: Deps,
  write: Write,
  { run, asked, text }: { run: RunRow; asked: Asked; text: string },
): Promise<void> {
  if (text.trim() === '') return
  const said = { id: deps.newId(), runId: run.id, kind: 'assistant' as const, text }
  const message = { role: 'assistant' as const, text, calls: [], failures: asked.failures }
  const entry = await addEntry(write, said, message)
  write.emit('message.ended', { entry }, entry)
}
