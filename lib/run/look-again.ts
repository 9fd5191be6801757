import type { CallSet, WaitingCall } from '@/lib/domain/call'
import { invocationOf, isWaiting } from '@/lib/domain/call-state'
import { letsRun } from '@/lib/domain/decision'
import { argumentsTextOf, type DecisionInput } from '@/lib/domain/decision-request'
import { type Assessment, assess, type Place } from './assess'
import type { Deps } from './deps'

/** A fresh look at what a Decision would let run, and at the Call as it was shown. */
export type Look = {
  input: DecisionInput
  call: WaitingCall
  shown: Assessment
  wanted: Assessment
  text: string
}

export async function lookAgain(
  deps: Deps,
  place: Place,
  about: { set: CallSet; decisions: DecisionInput[] },
): Promise<Look[]> {
  const looks: Look[] = []
  for (const input of about.decisions) {
    const call = about.set.calls.find(candidate => candidate.id === input.callId)
    if (!call || !isWaiting(call) || !letsRun(input)) continue
    const now = invocationOf(call)
    const shown = await assess(deps, place, now)
    const changes = input.kind === 'edit' || input.kind === 'replace'
    const text = changes ? argumentsTextOf(input) : now.argumentsText
    const tool = input.kind === 'replace' ? input.tool : now.tool
    const wanted = changes ? await assess(deps, place, { tool, argumentsText: text }) : shown
    looks.push({ input, call, shown, wanted, text })
  }
  return looks
}
