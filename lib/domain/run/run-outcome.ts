import { type CodedText, phrase } from '@/lib/messages/phrase'
import { isSilentReply } from '@/lib/text/silent-reply'
import type { Solution } from '../call/solution'
import type { Dialect } from '../session/session'
import type { Outcome, Run, RunRow, StopReason } from './run'
import { mostSilence } from './work-state'

const FINISHED: StopReason[] = ['final_text', 'task_complete', 'no_calls', 'silent', 'hook_reply']

const MOST_MALFORMED = 3

/**
 * The parts of an answer that decide whether it ends its Run. `unread`: why it has no Call though it should, or tried
 * to have one.
 */
export type RunAnswer = {
  dialect: Dialect
  finish: Solution['finish']
  text: string
  calls: number
  unread: string | null
}

/** How a Run ends that went wrong, in words. */
export const failedOutcome = (stopReason: StopReason, codedText: CodedText): Outcome => ({
  stopReason,
  error: phrase(codedText),
  codedText,
})

/** Neither its model nor a tool gave anything for too long. */
export const stalledOutcome = ({ limits }: Pick<RunRow, 'limits'>): Outcome =>
  failedOutcome('error', {
    code: 'notice.stalled',
    params: { minutes: Math.round(mostSilence(limits) / 60_000) },
  })

/** How an answer ends its Run; undefined if the Run goes on. `run` already counts the answer. */
export function runOutcome(
  run: Pick<RunRow, 'cutOffs' | 'malformed'>,
  { dialect, finish, text, calls, unread }: RunAnswer,
): Outcome | undefined {
  if (finish === 'filtered') return failedOutcome('error', { code: 'notice.filtered' })
  if (finish === 'length')
    return run.cutOffs > 1 ? failedOutcome('error', { code: 'notice.cutOff' }) : undefined
  if (calls > 0) return undefined
  if (unread !== null)
    return run.malformed >= MOST_MALFORMED
      ? failedOutcome('malformed', {
          code: 'notice.malformed',
          params: { count: MOST_MALFORMED, reason: unread },
        })
      : undefined
  if (dialect === 'structured') return { stopReason: 'no_calls' }
  return { stopReason: text.trim() === '' || isSilentReply(text) ? 'silent' : 'final_text' }
}

/** Why a Run ended before it was done, where nothing went wrong; null if it did not. */
export function endingWords(
  stopReason: StopReason | undefined,
  { activeMs, requests }: Run['limits'],
): CodedText | null {
  switch (stopReason) {
    case 'cancelled':
      return { code: 'notice.stopped' }
    case 'interrupted':
      return { code: 'notice.interrupted' }
    case 'timeout':
      return { code: 'notice.timeLimit', params: { seconds: Math.round(activeMs / 1000) } }
    case 'cap':
      return { code: 'notice.requestLimit', params: { count: requests } }
    default:
      return null
  }
}

/** What became of a Run for whoever waited for it. */
export function waitOutcome({ status, stopReason, error, limits }: Run) {
  if (status !== 'ended') return { status: 'timeout' as const }
  if (stopReason && FINISHED.includes(stopReason)) return { status: 'ok' as const, stopReason }
  const codedText = endingWords(stopReason, limits)
  return {
    status: 'error' as const,
    stopReason,
    error: error ?? (codedText ? phrase(codedText) : stopReason),
  }
}
