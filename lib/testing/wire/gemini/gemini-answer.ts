import { type SentCall, sentCalls } from '../belongings'
import type { Ledger } from '../ledger'
import type { Ask } from '../protocol'
import { pieces, type Reply } from '../reply'
import { sign, signedKey, thoughtKey } from './gemini-signatures'

/** An answer as parts in pieces, and the part that comes with the reason why it ended. */
export type Answer = { parts: object[]; last: object; isMalformed: boolean }

/** The first call is signed; where there is none, the signature comes last, on an empty text. */
export function answerParts(reply: Reply, ask: Ask, ledger: Ledger): Answer {
  const calls = sentCalls(reply, 'call', ledger.next()).map((call, index) =>
    partOf(call, reply.calls?.[index]?.id),
  )
  const whole = calls.filter(call => call !== null)
  const signs = ask.thoughts !== 'none'
  const shown = ask.thoughts === 'shown' ? (reply.reasoning ?? '') : ''
  if (shown) ledger.issue(thoughtKey(shown), null)
  const [first] = whole
  if (first && signs) ledger.issue(signedKey(first.name, first.args), null)
  const text = reply.text ?? ''
  return {
    parts: [
      ...pieces(shown, reply.chunkChars).map(piece => ({ text: piece, thought: true })),
      ...pieces(text, reply.chunkChars).map(piece => ({ text: piece })),
      ...whole.map((call, index) => ({
        functionCall: call,
        ...(index === 0 && signs
          ? { thoughtSignature: sign(ledger, { kind: 'call', name: call.name, args: call.args }) }
          : {}),
      })),
    ],
    last: {
      text: '',
      ...(!first && text && signs ? { thoughtSignature: sign(ledger, { kind: 'text', text }) } : {}),
    },
    isMalformed: whole.length < calls.length,
  }
}

type FunctionCall = { name: string; args: object; id?: string }

/** Arguments that are no JSON object cannot be said here: null. `id: null` leaves the id out. */
function partOf(
  { id, name, argumentsText }: SentCall,
  scripted: string | null | undefined,
): FunctionCall | null {
  try {
    const args: unknown = JSON.parse(argumentsText)
    if (typeof args !== 'object' || args === null || Array.isArray(args)) return null
    return { name, args, ...(scripted === null ? {} : { id }) }
  } catch {
    return null
  }
}
