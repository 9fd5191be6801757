import { becauseOf } from '@/lib/context/because'
import type { ExecutingCall, Result } from '@/lib/domain/call'
import type { PlanStep } from '@/lib/domain/plan'
import { patchedState, type State } from '@/lib/domain/state'
import { decisionOf } from '@/lib/domain/transitions'
import { correctionsSince } from '@/lib/store/correction'
import { planOf } from '@/lib/store/plan'
import { saveSessionSettings } from '@/lib/store/session'
import { sessionOf } from '@/lib/store/standing'
import type { Noted } from '@/lib/tools/define-tool'
import { errorsText } from '@/lib/tools/read-arguments'
import { changeState } from './change-state'
import type { Deps } from './deps'
import { revisePlan } from './revise-plan'
import { nothingRan } from './settle'
import { storeMemory } from './store-memory'
import { storeRecall } from './store-recall'
import type { Write } from './write'

/**
 * Writes what a control tool noted, in the transaction that settles its Call: both happen or neither, and once. What
 * does not fit the session as it is by now changes nothing, and the Result says so.
 */
export async function keepNoted(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  about: { call: ExecutingCall; runId?: string | undefined; noted: Noted; result: Result },
): Promise<Result> {
  const { call, runId, noted, result } = about
  switch (noted.kind) {
    case 'plan':
      return kept(result, await keepPlan(write, call, noted.steps))
    case 'state': {
      const make = (before: State) => patchedState(before, noted.patch, '/patch')
      const { made, revision } = await changeState(write, { make, callId: call.id })
      return made.ok ? kept(result, revision) : nothingRan('error', errorsText(call.tool, made.errors))
    }
    case 'memory':
      return (await storeMemory(deps, write, { ...noted, callId: call.id }))
        ? result
        : { ...result, text: 'This is kept in memory already. Nothing was added.' }
    case 'recall':
      await storeRecall(write, noted, { ...(runId ? { runId } : {}), callId: call.id })
      return result
    default:
      return noted satisfies never
  }
}

/** Which revision it made. What makes none says so: it is the same as before, and so is its Result. */
const kept = (result: Result, revision: number | undefined): Result => {
  const text = revision === undefined ? 'It is like this already.' : `Kept as revision ${revision}.`
  return { ...result, text: `${result.text} ${text}` }
}

/** Where a person approved the Call, that approves the Plan; in mode `plan` the work begins with it. */
async function keepPlan(write: Write, call: ExecutingCall, steps: PlanStep[]): Promise<number | undefined> {
  const { plan: before, seq } = await planOf(write.tx, write.row.id)
  const approved = decisionOf(call)?.by.type === 'person'
  const because = becauseOf(await correctionsSince(write.tx, write.row.id, seq), before.revision === 0)
  const { revision } = await revisePlan(write, { before, steps, because, approved, callId: call.id })
  if (approved && write.row.mode === 'plan') await beginWork(write)
  return revision === before.revision ? undefined : revision
}

async function beginWork(write: Write): Promise<void> {
  write.row.mode = 'ask'
  await saveSessionSettings(write.tx, write.row)
  write.emit('session.changed', { session: await sessionOf(write.tx, write.row) })
}
