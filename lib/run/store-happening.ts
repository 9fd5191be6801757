import type { ApprovedCall, Call, ExecutingCall, WaitingReason } from '@/lib/domain/call'
import { isByPerson } from '@/lib/domain/call-state'
import type { Void } from '@/lib/domain/decision'
import { expiryOf } from '@/lib/domain/limits'
import type { RunRow } from '@/lib/domain/run'
import { waiting, withVoid } from '@/lib/domain/transitions'
import { insertContents } from '@/lib/store/content'
import { changeCall } from './change-call'
import type { Deps } from './deps'
import { keepNoted } from './keep-noted'
import { makeRoom } from './make-room'
import { notAsAsked } from './not-as-asked'
import { placeFor } from './place'
import { settle } from './settle'
import { shownOf } from './shown'
import { storeAnswer } from './store-answer'
import { storeFailure } from './store-failure'
import { dropCompaction, storeSummary } from './store-summary'
import type { Happening } from './task'
import type { Write } from './write'

/**
 * Writes down what came of a Task. Each kind checks that it still is what the rows wait for, so that storing
 * the same happening again, after a commit whose outcome was not heard of, changes nothing.
 */
export async function storeHappening(
  deps: Deps,
  write: Write,
  about: { happening: Happening; holderGone: boolean },
): Promise<void> {
  const { happening } = about
  switch (happening.kind) {
    case 'answered':
    case 'failed': {
      const { atWork } = await write.work.now()
      if (atWork?.run.id !== happening.asked.run.id) return
      const { run } = atWork
      if (happening.kind === 'answered') await storeAnswer(deps, write, { run, answered: happening })
      else await storeFailure(deps, write, { run, failed: happening })
      return
    }
    case 'summarised':
    case 'over_budget':
    case 'not_compacted': {
      const { atWork } = await write.work.now()
      if (atWork) await storeCompacting(deps, write, { run: atWork.run, happening })
      return
    }
    case 'performed': {
      const { call, runId } = await callInHand(write, happening.callId)
      if (call?.state !== 'executing' || call.epoch !== write.row.leaseEpoch) return
      await insertContents(write.tx, write.row.id, happening.contents)
      const { noted, result } = happening
      const kept = noted ? await keepNoted(deps, write, { call, runId, noted, result }) : result
      await settle(deps, write, { call, runId, result: kept })
      return
    }
    case 'reassessed':
      return lookedAgain(deps, write, { ...about, happening })
    default:
      return happening satisfies never
  }
}

type Compacting = Extract<Happening, { kind: 'summarised' | 'over_budget' | 'not_compacted' }>

async function storeCompacting(
  deps: Deps,
  write: Write,
  { run, happening }: { run: RunRow; happening: Compacting },
): Promise<void> {
  if (run.id !== (happening.kind === 'summarised' ? happening.asked.run.id : happening.runId)) return
  if (happening.kind === 'summarised') await storeSummary(deps, write, { run, summarised: happening })
  else if (happening.kind === 'over_budget') await makeRoom(deps, write, { run, over: happening })
  else await dropCompaction(write, run, happening.number)
}

/** An open Call of the Run at work, or of a set by a person, which has no Run. */
async function callInHand(write: Write, id: string): Promise<{ call: Call | undefined; runId?: string }> {
  const { atWork, byPeople } = await write.work.now()
  const call = atWork?.calls.find(one => one.id === id)
  if (atWork && call) return { call, runId: atWork.run.id }
  return { call: byPeople.flatMap(set => set.calls).find(one => one.id === id) }
}

type Reassessed = { happening: Extract<Happening, { kind: 'reassessed' }>; holderGone: boolean }

/** What a person asked for never waits: as things are now it was not asked for, unless it may have happened. */
async function lookedAgain(deps: Deps, write: Write, about: Reassessed): Promise<void> {
  const { callId, why } = about.happening
  const { call } = await callInHand(write, callId)
  if (!call || (call.state !== 'executing' && call.state !== 'approved')) return
  if (!isByPerson(call) || why === 'outcome_unknown') return waitAgain(deps, write, { ...about, call })
  const voided = isVoid(why) ? withVoid(call, why) : call
  const { resultChars } = write.row.limits
  const result = notAsAsked(call, { why, resultChars })
  await settle(deps, write, { call: voided, before: call, result })
}

/** A Call waits for a person again, with what is shown of it now. */
async function waitAgain(
  deps: Deps,
  write: Write,
  about: Reassessed & { call: ExecutingCall | ApprovedCall },
): Promise<void> {
  const { call } = about
  const { why, assessment } = about.happening
  const unknown = why === 'outcome_unknown'
  const evidence =
    unknown && call.startedAt ? { startedAt: call.startedAt, processDead: about.holderGone } : call.evidence
  const text = call.effective.argumentsText
  const shown = shownOf(deps, placeFor(write.row, call), { call, assessment, text })
  const expiresAt = unknown ? undefined : expiryOf(write.row.limits, write.now)
  const voided = isVoid(why) ? withVoid(call, why) : call
  const after = waiting({ ...voided, evidence }, { why, shown, now: write.now, expiresAt })
  await changeCall(write, { before: call, after })
  write.emit('call.waiting', { call: after }, call)
}

/** Reasons for which the Decision no longer holds; an unknown outcome is that of a Decision that did. */
const isVoid = (why: WaitingReason): why is WaitingReason & Void =>
  why === 'drifted' || why === 'policy' || why === 'definition_changed'
