import { diffsOf, isByPerson } from '@/lib/domain/call/call-state'
import { waiting, withVoid } from '@/lib/domain/call/transitions'
import type { HookRun } from '@/lib/domain/hooks/hook'
import { expiryOf } from '@/lib/domain/run/limits'
import type { RunRow } from '@/lib/domain/run/run'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { insertAttachments, insertContents } from '@/lib/store/call/contents'
import { applyControlEffect } from '../calls/apply-control-effect'
import { callCard } from '../calls/assess'
import { scopeFor } from '../calls/call-scope'
import { storeConsulted } from '../calls/consult-hooks'
import { nothingRan, settle, withinLimit } from '../calls/settle'
import { dropCompaction, SWITCHED_OFF, storeSummary, trim } from '../compaction/compaction'
import type { Deps } from '../process/deps'
import type { OverBudgetOutcome } from '../request/request-task'
import { storeAnswer } from '../request/store-answer'
import { addEntry } from '../write/add-entry'
import { emitHookRuns } from '../write/ask-hooks'
import { changeRun } from '../write/changes'
import type { Write } from '../write/write'
import type { TaskOutcome } from './running-tasks'
import { storeFailure } from './store-failure'

/**
 * Writes down what came of a Task. Each kind checks that it still is what the rows wait for, so that storing
 * the same outcome again, after a commit whose outcome was not heard of, changes nothing.
 */
export async function storeOutcome(
  deps: Deps,
  write: Write,
  input: { outcome: TaskOutcome; holderGone: boolean },
): Promise<void> {
  const { outcome } = input
  const run = write.work.atWork?.run
  switch (outcome.kind) {
    case 'answered':
    case 'failed':
      if (run?.id !== outcome.request.run.id) return
      if (run.openRequest?.number === outcome.request.number)
        emitHookRuns(write.emit, outcome.request.hookRuns, { runId: run.id })
      if (outcome.kind === 'answered') await storeAnswer(deps, write, { run, answered: outcome })
      else await storeFailure(deps, write, { run, failed: outcome })
      return
    case 'hook_reply':
      if (run?.id === outcome.runId && run.openRequest?.number === outcome.number)
        storeHookReply(write, { run, ...outcome })
      return
    case 'summarised':
      if (run?.id === outcome.request.run.id) await storeSummary(deps, write, { run, summarised: outcome })
      return
    case 'over_budget':
      if (run?.id === outcome.runId) await makeRoom(deps, write, { run, over: outcome })
      return
    case 'not_compacted':
      if (run?.id === outcome.runId) await dropCompaction(write, run, outcome.number)
      return
    case 'performed': {
      const { call, runId } = write.work.findCall(outcome.callId)
      if (call?.state !== 'executing' || call.epoch !== write.row.leaseEpoch) return
      emitHookRuns(write.emit, outcome.hookRuns ?? [], { runId, callId: call.id })
      insertContents(write.rows, write.row.id, outcome.contents)
      insertAttachments(write.rows, write.row.id, outcome.attachments ?? [])
      const { noted, result } = outcome
      const finalResult = noted ? await applyControlEffect(write, { call, runId, noted, result }) : result
      await settle(write, { call, runId, result: finalResult })
      return
    }
    case 'consulted':
      return storeConsulted(write, outcome)
    case 'reassessed':
      return storeReassessed(deps, write, { ...input, outcome })
    default:
      return outcome satisfies never
  }
}

/** The Run ends by what a hook said, without a Request. */
function storeHookReply(
  write: Write,
  { run, number, text, hookRuns }: { run: RunRow; number: number; text: string | null; hookRuns: HookRun[] },
): void {
  emitHookRuns(write.emit, hookRuns, { runId: run.id })
  const model = run.overrides.model ?? write.row.model
  write.emit('request.ended', { runId: run.id, number, model, finishReason: 'hook_reply' })
  if (text !== null) {
    const message = { role: 'assistant' as const, text, calls: [], failures: 0 }
    const entry = addEntry(write, { runId: run.id, kind: 'assistant', text }, message)
    write.emit('message.ended', { entry })
  }
  const answer = { stopReason: text === null ? ('silent' as const) : ('hook_reply' as const) }
  changeRun(write, { before: run, after: { ...run, openRequest: undefined, answer } })
}

/**
 * A Call waits for a person again, with what is shown of it now. What a person asked for does not: as things are now it was
 * not asked for, unless it may have happened.
 */
async function storeReassessed(
  deps: Deps,
  write: Write,
  input: { outcome: Extract<TaskOutcome, { kind: 'reassessed' }>; holderGone: boolean },
): Promise<void> {
  const { callId, why } = input.outcome
  const { call } = write.work.findCall(callId)
  if (!call || (call.state !== 'executing' && call.state !== 'approved')) return
  // For these reasons the Decision no longer holds; an unknown outcome is that of a Decision that did.
  const isVoid = why === 'drifted' || why === 'policy' || why === 'definition_changed'
  const voided = isVoid ? withVoid(call, why) : call
  if (!isByPerson(call) || why === 'outcome_unknown') {
    const { assessment, lastOutput, reason } = input.outcome
    const isUnknown = why === 'outcome_unknown'
    const evidence =
      isUnknown && call.startedAt
        ? { startedAt: call.startedAt, processDead: input.holderGone, lastOutput }
        : call.evidence
    const text = call.effective.argumentsText
    const card = callCard(deps, scopeFor(write.row, call), { call, assessment, text })
    const expiresAt = isUnknown ? undefined : expiryOf(write.row.limits, write.now)
    const after = waiting({ ...voided, evidence }, { why, card, now: write.now, expiresAt, reason })
    write.work.changeCall({ before: call, after })
    write.emit('call.waiting', { call: after })
    return
  }
  // Nothing ran, and this is what it would have done.
  const paths = call.preview?.preconditions.map(({ path }) => path) ?? []
  const codedText: CodedText =
    why === 'definition_changed'
      ? { code: 'result.toolChanged' }
      : paths.length === 0
        ? { code: 'result.otherNow' }
        : { code: 'result.filesChanged', params: { paths: paths.join(', ') } }
  const lost = diffsOf(call.preview)
    .map(({ unified }) => unified)
    .join('')
  const text = `${phrase(codedText)}\n\nThis would have been done:\n${lost}`
  const result = lost
    ? withinLimit(nothingRan('not_run', text), write.row.limits)
    : nothingRan('not_run', codedText)
  await settle(write, { call: voided, result })
}

/**
 * A Request turned out to be over the budget before it was sent. Its number becomes that of the compaction which comes
 * first; where summaries are switched off earlier messages are left out, and it is sent without them.
 */
async function makeRoom(
  deps: Deps,
  write: Write,
  { run, over }: { run: RunRow; over: OverBudgetOutcome },
): Promise<void> {
  const open = run.openRequest
  if (open?.number !== over.number || open.purpose === 'compaction' || run.compact === 'done') return
  emitHookRuns(write.emit, over.hookRuns, { runId: run.id })
  if (write.row.compaction.enabled) {
    const openRequest = { ...open, purpose: 'compaction' as const, failures: 0, attempts: 0 }
    changeRun(write, { before: run, after: { ...run, openRequest, compact: over.why } })
    return
  }
  await trim(deps, write, { run, why: over.why, because: SWITCHED_OFF })
  const openRequest = { ...open, attempts: open.attempts - 1 }
  changeRun(write, { before: run, after: { ...run, openRequest, compact: 'done' } })
}
