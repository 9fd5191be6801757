import type { Call, Result, ResultKind, SettledCall } from '@/lib/domain/call/call'
import { isByPerson, isOpen } from '@/lib/domain/call/call-state'
import type { Decider } from '@/lib/domain/call/decision'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { settled } from '@/lib/domain/call/transitions'
import { callLine } from '@/lib/domain/session/entry'
import { placedState, type State } from '@/lib/domain/session/state'
import { statePath } from '@/lib/domain/session/state-path'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import {
  correctionMessage,
  correctionWords,
  type DecidedCall,
  personSetMessage,
  personSetWords,
} from '@/lib/prompt/correction'
import { resultMessage } from '@/lib/prompt/result-message'
import { sentArguments } from '@/lib/store/channels/notice'
import { truncate } from '@/lib/text/truncate'
import { SEND_MESSAGE, textOf } from '@/lib/tools/channels/send-message'
import { addEntry, addNotice } from '../write/add-entry'
import { changeState } from '../write/changes'
import type { Write } from '../write/write'

/**
 * Gives a Call its one Result: the row, the Event, and the entry that the model and people read. `before`: as its row is,
 * where that is not the Call.
 */
export async function settle(
  write: Write,
  ending: Of & { call: Call; before?: Call; result: Result },
): Promise<SettledCall> {
  const after = settled(ending.call, ending.result, write.now)
  write.work.changeCall({ before: ending.before ?? ending.call, after })
  write.emit('call.ended', { call: after })
  await addResultEntry(write, { ...ending, call: after })
  return after
}

/** Nobody waits for the answers any more. Null: nothing has begun. */
export async function withdrawQuestions(write: Write, calls: Call[]): Promise<null> {
  const result = nothingRan('not_run', { code: 'result.notAsked' })
  for (const call of calls) await settle(write, { call, result })
  return null
}

type Of = { runId?: string | undefined }

/**
 * The Result in the transcript. What a person asked for is no answer to the model, which is told of it apart; nor is the
 * answer to a server, which the model gets as part of what its own Call gives.
 */
export async function addResultEntry(
  write: Write,
  { call, runId }: Of & { call: SettledCall },
): Promise<void> {
  const entry = {
    runId,
    kind: 'result' as const,
    text: call.result.text,
    codedText: call.result.codedText,
    callId: call.id,
    call: callLine(call),
  }
  const isOwn = !isByPerson(call) && !isElicitation(call)
  addEntry(write, entry, isOwn ? resultMessage(call, call.result, write.row.limits) : undefined)
  if (isByPerson(call)) {
    // What a person did by a set of their own is told once all of it has its Result.
    const calls = write.work.callsOfUserSet(call.setId)
    const codedText = calls.some(isOpen) ? null : personSetWords(calls)
    if (codedText !== null) addCorrection(write, { codedText, tell: personSetMessage })
  }
  // The Result is written to the place in the State that the Call names, in the transaction that settles it. What failed,
  // was refused or is not known is written nowhere; where it does not fit, the model is told.
  const { result, outputPath } = call
  const keys = outputPath === undefined ? null : statePath(outputPath)
  if (!keys || (result.kind !== 'ok' && result.kind !== 'answered')) return
  const make = (before: State) => placedState(before, keys, result.value ?? result.text)
  const { outcome } = await changeState(write, { make, callId: call.id })
  if (outcome.ok || runId === undefined) return
  const text = `The result of ${call.tool} was not written to the state at ${outputPath}: ${outcome.errors[0]?.message ?? ''}`
  addNotice(write, { runId, text, message: { role: 'user', text, aside: true } })
}

/** What is told of a Call that policy does not let run. */
export const refusedBy = ({ type, name }: Decider): CodedText => ({
  code: 'result.refused',
  params: { rule: name, by: type },
})

/** A Result of nothing having run, in words. */
export const nothingRan = (
  kind: Exclude<ResultKind, 'ok' | 'answered'>,
  text: CodedText | string,
): Result => ({
  kind,
  ...(typeof text === 'string' ? { text } : { text: phrase(text), codedText: text }),
  isError: kind === 'error',
})

/** What ended before the Call did. */
export type Ending = 'stopped' | 'interrupted' | 'timeLimit' | 'setStopped' | 'forked' | 'ended'

/**
 * The Result of a Call that is still open when what it belongs to ends. What a control tool does is written with the
 * Result of its Call: without one it has not happened.
 */
export function settleRemaining(call: Call, ending: Ending): Result {
  const mayHaveBegun =
    call.state === 'executing' || (call.state === 'waiting' && call.why === 'outcome_unknown')
  const began = mayHaveBegun && call.source !== 'control'
  return began
    ? nothingRan('unknown', { code: 'result.wasRunning', params: { ending } })
    : nothingRan('not_run', { code: 'result.notRun', params: { ending } })
}

/**
 * What a person or the model itself gave for a Result, cut as what a tool says is. Whole, it stays in `value`, and
 * a person's also in the decision.
 */
export function withinLimit(result: Result, { resultChars }: { resultChars: number }): Result {
  const { text, cut } = truncate(result.text, resultChars)
  if (cut === 0) return result
  const { codedText: _, ...rest } = result
  return { ...rest, text, truncated: { chars: cut } }
}

/** Calls that a person asked for end unfinished: the set was stopped, or nothing can be done with it. */
export async function dropCalls(write: Write, calls: Call[]): Promise<void> {
  for (const call of calls) await settle(write, { call, result: settleRemaining(call, 'setStopped') })
}

/** Puts into the transcript what a person changed of a set and why, for the next Requests to see. */
export function tellCorrections(
  write: Write,
  set: { runId: string | undefined; changed: DecidedCall[]; feedback: string | undefined },
): void {
  const codedText = correctionWords(set.changed, set.feedback)
  if (codedText !== null) addCorrection(write, { runId: set.runId, codedText, tell: correctionMessage })
}

/** What the model is told beside what people read; no more of it than of a Result. */
function addCorrection(
  write: Write,
  correction: { runId?: string | undefined; codedText: CodedText; tell: (text: string) => string },
): void {
  const { runId, codedText, tell } = correction
  const text = phrase(codedText)
  const message = tell(truncate(text, write.row.limits.resultChars).text)
  addEntry(
    write,
    { runId, kind: 'correction', text, codedText },
    { role: 'user', text: message, aside: true },
  )
}

/** What a Run has told people by their channels, as it was sent. */
export async function sentTexts({ sql }: Pick<Write, 'sql'>, runId: string): Promise<string[]> {
  return (await sentArguments(sql, runId, SEND_MESSAGE)).flatMap(textOf)
}
