import type { ExecutingCall, Result } from '@/lib/domain/call/call'
import { decisionOf } from '@/lib/domain/call/call-state'
import { isOnlyProgress, isSameSteps, type Plan, type PlanStep } from '@/lib/domain/session/plan'
import { patchedState, type State } from '@/lib/domain/session/state'
import { inEnglish, type StoredText } from '@/lib/messages/phrase'
import { planChangeCause } from '@/lib/prompt/correction'
import { sha256 } from '@/lib/record/digest'
import { correctionsSince } from '@/lib/store/call/correction'
import { insertMemory, isKept, type KeptText } from '@/lib/store/memory/memory'
import { insertPlan, planOf } from '@/lib/store/session/plan'
import { saveSessionSettings } from '@/lib/store/session/session'
import { sessionOf } from '@/lib/store/session/session-status'
import { storable } from '@/lib/text/json/json-value'
import type { ControlEffect } from '@/lib/tools/define-tool'
import { errorsText } from '@/lib/tools/read-arguments'
import { changeState } from '../write/changes'
import type { Write } from '../write/write'
import { storeRecall } from './recall-memories'
import { nothingRan } from './settle'

/**
 * Writes what a control tool noted, in the transaction that settles its Call: both happen or neither, and once. What
 * does not fit the session as it is by now changes nothing, and the Result says so.
 */
export async function applyControlEffect(
  write: Write,
  effect: { call: ExecutingCall; runId?: string | undefined; noted: ControlEffect; result: Result },
): Promise<Result> {
  const { call, runId, noted, result } = effect
  switch (noted.kind) {
    case 'plan':
      return keepPlan(write, call, { steps: noted.steps, result })
    case 'state': {
      const make = (before: State) => patchedState(before, noted.patch, '/patch')
      const { outcome, revision } = await changeState(write, { make, callId: call.id })
      return outcome.ok
        ? withRevision(result, revision)
        : nothingRan('error', errorsText(call.tool, outcome.errors))
    }
    case 'memory': {
      // It is kept once, however often its Activity began.
      const { text, textHash } = keptText(noted.text)
      if (write.work.memories.has(textHash) || (await isKept(write.db, textHash)))
        return { ...result, text: 'This is kept in memory already. Nothing was added.' }
      const source = { kind: 'call' as const, sessionId: write.row.id, callId: call.id }
      const memory = { id: write.newId(), text, textHash, tags: noted.tags, source, at: write.now }
      insertMemory(write.rows, memory)
      write.work.memories.add(textHash)
      write.emit('memory.stored', { memoryId: memory.id, callId: call.id, text })
      return result
    }
    case 'recall':
      storeRecall(write, noted, { ...(runId ? { runId } : {}), callId: call.id })
      return result
    default:
      return noted satisfies never
  }
}

/** Which revision it made. What makes none says so: it is the same as before, and so is its Result. */
const withRevision = (result: Result, revision: number | undefined): Result => {
  const text = revision === undefined ? 'It is like this already.' : `Kept as revision ${revision}.`
  return { ...result, text: `${result.text} ${text}` }
}

/** Where a person approved the Call, that approves the Plan; in mode `plan` the work begins with it. */
async function keepPlan(
  write: Write,
  call: ExecutingCall,
  { steps, result }: { steps: PlanStep[]; result: Result },
): Promise<Result> {
  const { plan: before, seq } = write.work.plan ?? (await planOf(write.db, write.row.id))
  const approved = decisionOf(call)?.by.type === 'person'
  const because = planChangeCause(await correctionsSince(write.sql, write.row.id, seq), before.revision === 0)
  const { revision } = revisePlan(write, { before, steps, because, approved, callId: call.id })
  const revised = withRevision(result, revision === before.revision ? undefined : revision)
  if (!approved) return revised
  const text = `${revised.text} The person approved it.`
  if (write.row.mode !== 'plan') return { ...revised, text }
  write.row.mode = 'ask'
  saveSessionSettings(write.rows, write.row)
  write.emit('session.changed', { session: await sessionOf(write.sql, write.row) })
  return { ...revised, text: `${text} Carry it out now: all tools are available to you.` }
}

/** A memory's text as it is kept. The same words are the same memory, however they are set. */
export function keptText(original: string): KeptText {
  const text = storable(original).trim()
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return { text, textHash: sha256(words.length > 0 ? words.join(' ') : text) }
}

type Revision = { before: Plan; steps: PlanStep[]; because: StoredText; approved: boolean; callId?: string }

/**
 * Makes a revision of the Plan, for a cause that it names. What is the same is no revision. A Plan that was approved
 * stays so while only its steps come on.
 */
export function revisePlan(write: Write, revision: Revision): Plan {
  const { before, steps, because, callId } = revision
  const approved = revision.approved || (before.approved === true && isOnlyProgress(before.steps, steps))
  if (isSameSteps(before.steps, steps) && approved === (before.approved === true)) return before
  const plan: Plan = {
    revision: before.revision + 1,
    steps,
    because: inEnglish(because),
    becauseMessage: because,
    ...(approved ? { approved } : {}),
  }
  const by = callId === undefined ? {} : { callId }
  const seq = write.emit('plan.revised', { plan, ...by })
  insertPlan(write.rows, write.row.id, { ...plan, ...by, seq, at: write.now })
  write.work.plan = { plan, seq }
  return plan
}
