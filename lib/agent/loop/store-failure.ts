import type { ModelFailure } from '@/lib/domain/call/solution'
import { type Instant, later } from '@/lib/domain/instant'
import { deadlineOf } from '@/lib/domain/run/next-step'
import type { OpenRequest, Outcome, RunRow } from '@/lib/domain/run/run'
import { isAskedOut } from '@/lib/domain/run/run-changes'
import { inEnglish, type StoredText } from '@/lib/messages/phrase'
import { storable } from '@/lib/text/json/json-value'
import { compacted, placementNow, reasonOf, trim } from '../compaction/compaction'
import type { Deps } from '../process/deps'
import { meterOf } from '../request/context-size'
import { recordRequest, storeRunContext } from '../request/record-request'
import type { FailureOutcome } from '../request/request-task'
import { addEntry, addNotice } from '../write/add-entry'
import { changeRun } from '../write/changes'
import type { Write } from '../write/write'

/**
 * A request without a Solution: tried again at a stored time, or the end of the Run. One that was aborted
 * ends here too; why it was, the rows say.
 */
export async function storeFailure(
  deps: Deps,
  write: Write,
  { run: before, failed }: { run: RunRow; failed: FailureOutcome },
): Promise<void> {
  const { request } = failed
  const failure = storable(failed.failure)
  const open = before.openRequest
  if (open?.number !== request.number) return
  const run = storeRunContext(write, before, request)
  const retryAt = failure.retryable ? retryTime(deps, write, { run, open, failure }) : undefined
  if (retryAt) {
    const openRequest = { ...open, failures: open.failures + 1, failureMessage: failure.codedText }
    const after = { ...run, openRequest, retryAt, lastFailure: failure.message }
    changeRun(write, { before, after })
    return
  }
  if (failure.counts)
    write.row.meter = meterOf(write.row.meter, { request, ...failure.counts }) ?? write.row.meter
  recordRequest(write, { request, received: failed.failure, finishReason: failure.reason })
  const { reason: finishReason, codedText: failureMessage } = failure
  const ended = { runId: run.id, number: request.number, model: request.model }
  write.emit('request.ended', { ...ended, finishReason, failureMessage })
  const { purpose } = request
  if (purpose !== 'compaction') {
    // A conversation that is too long for the model is compacted and the Request put together anew, so many times.
    const mayShorten = failure.reason === 'overflow' && run.overflows < run.limits.overflowRetries
    if (mayShorten && (await placementNow(deps, write, { run, why: 'overflow' })).placement !== null) {
      const overflows = run.overflows + 1
      const shorter = { openRequest: undefined, overflows, compact: 'overflow' as const }
      const after = { ...run, ...shorter, lastFailure: failure.message }
      return void changeRun(write, { before, after })
    }
    // What had arrived is kept, for people and for the model.
    const text = storable(failed.message)
    if (text.trim() !== '') {
      const message = { role: 'assistant' as const, text, calls: [], failures: request.failures }
      const entry = addEntry(write, { runId: run.id, kind: 'assistant', text }, message)
      write.emit('message.ended', { entry })
    }
  }
  await endUnanswered(deps, write, { before, run, purpose, failure })
}

/** What it means for a Run that one of its Requests has ended, and nothing answered it. */
export async function endUnanswered(
  deps: Deps,
  write: Write,
  unanswered: { before: RunRow; run: RunRow; purpose: OpenRequest['purpose']; failure: ModelFailure },
): Promise<void> {
  const { before, run, purpose, failure } = unanswered
  const { message, reason } = failure
  const summary: StoredText = { code: 'failure.summary', parts: [failure.codedText] }
  const text = inEnglish(summary)
  const ended = { ...run, openRequest: undefined, lastFailure: message }
  if (purpose === 'compaction') {
    // Earlier messages are left out without a summary, unless the Run is being stopped.
    if (reason !== 'aborted') await trim(deps, write, { run: before, why: reasonOf(before), because: text })
    changeRun(write, { before, after: compacted(before) })
  } else if (purpose === 'cap_summary') {
    // A Run that has met its cap ends by it, also where nothing sums it up; one that is being stopped says so itself.
    if (reason !== 'aborted') addNotice(write, { runId: run.id, text, codedText: summary })
    changeRun(write, { before, after: { ...ended, summarised: true } })
  } else {
    const answer: Outcome = {
      stopReason: reason === 'idle' ? 'idle_timeout' : 'error',
      error: message,
      codedText: failure.codedText,
      cause: reason,
    }
    const requests = run.requests + 1
    changeRun(write, {
      before,
      after: { ...ended, answer: reason === 'aborted' ? undefined : answer, requests },
    })
  }
}

/** 1, 2, 4 … seconds with jitter, or when the provider says; none where that is past the Run's deadline. */
function retryTime(
  deps: Deps,
  write: Write,
  { run, open, failure }: { run: RunRow; open: OpenRequest; failure: ModelFailure },
): Instant | undefined {
  if (isAskedOut({ openRequest: open, limits: run.limits })) return undefined
  const backoff = 1000 * 2 ** open.failures * (0.75 + deps.random() / 2)
  const at = later(write.now, Math.round(failure.retryAfterMs ?? backoff))
  const deadline = deadlineOf(run)
  return deadline === undefined || at < deadline ? at : undefined
}
