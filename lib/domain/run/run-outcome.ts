import { isSilentReply } from '@/lib/text/silent-reply'
import type { Solution } from '../call/solution'
import type { Dialect } from '../session/session'
import type { Outcome, RunRow } from './run'

/** This many unreadable replies in a row end the Run. */
export const MOST_MALFORMED = 3

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

/** How an answer ends its Run; undefined if the Run goes on. `run` already counts the answer. */
export function runOutcome(
  run: Pick<RunRow, 'cutOffs' | 'malformed'>,
  { dialect, finish, text, calls, unread }: RunAnswer,
): Outcome | undefined {
  if (finish === 'filtered') return { stopReason: 'error', error: FILTERED }
  if (finish === 'length') return run.cutOffs > 1 ? { stopReason: 'error', error: CUT_OFF } : undefined
  if (calls > 0) return undefined
  if (unread !== null)
    return run.malformed >= MOST_MALFORMED
      ? { stopReason: 'malformed', error: `${MALFORMED} ${unread}` }
      : undefined
  if (dialect === 'structured') return { stopReason: 'no_calls' }
  return { stopReason: text.trim() === '' || isSilentReply(text) ? 'silent' : 'final_text' }
}

const FILTERED = 'The provider filtered the reply. Say it another way, or use another model.'

const CUT_OFF = 'The reply met the output limit twice. Ask for less at once, or raise the limit of the model.'

const MALFORMED = `${MOST_MALFORMED} replies in a row had no call that could be read. Go on with another dialect, or with another model. The last time:`
