import { isDeepStrictEqual } from 'node:util'
import { argumentsTextOf, type Reply } from './reply'

/** What reasoning is bound to: the calls and the text of the message it was given out with. */
export type Belongings = { calls: string[]; text: string }

/** White space around a text is nobody's: clients may trim it. */
export const belongingsOf = (calls: string[], text: string): Belongings => ({ calls, text: text.trim() })

export const sameBelongings = (sealed: unknown, found: Belongings): boolean =>
  isDeepStrictEqual(sealed, found)

/** A call as it is sent, with the id it got. */
export type SentCall = { id: string; name: string; argumentsText: string; whole: boolean }

/** Ids of an answer: those of the script, else such as no other answer of this server has. */
export const sentCalls = (reply: Reply, prefix: string, number: number): SentCall[] =>
  (reply.calls ?? []).map((call, index) => ({
    id: call.id ?? `${prefix}_${number}_${index}`,
    name: call.name,
    argumentsText: argumentsTextOf(call),
    whole: call.whole ?? false,
  }))
