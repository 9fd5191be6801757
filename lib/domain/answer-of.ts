import type { Outcome, RunRow } from './run'
import type { Dialect } from './session'
import { isSilentReply } from './silent-reply'
import type { Solution } from './solution'

/** So many replies in a row that cannot be read end the Run. */
export const MOST_MALFORMED = 3

/** An answer as far as it ends its Run. `unread`: why it has no Call though it should, or was to have one. */
export type Answer = {
  dialect: Dialect
  finish: Solution['finish']
  text: string
  calls: number
  unread: string | null
}

/** How an answer ends its Run; undefined where the Run goes on. `run` counts the answer already. */
export function answerOf(
  run: Pick<RunRow, 'cutOffs' | 'malformed'>,
  { dialect, finish, text, calls, unread }: Answer,
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
