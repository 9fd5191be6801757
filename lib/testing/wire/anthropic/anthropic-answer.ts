import { belongingsOf, type SentCall, sentCalls } from '../belongings'
import type { Ledger } from '../ledger'
import type { Ask } from '../protocol'
import type { Reply } from '../reply'
import { Prefix } from './anthropic-prefix'
import { keyOfUse, sealsOf, sealThinking } from './anthropic-thinking'

/** The content blocks of one answer. */
export type Block =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'text'; text: string }
  | { type: 'tool_use'; call: SentCall }

/** An answer as blocks. Thinking is sealed to what follows it, and each call is known to need it. */
export function answerBlocks(reply: Reply, ask: Ask, ledger: Ledger): { id: string; blocks: Block[] } {
  const number = ledger.next()
  const calls = sentCalls(reply, 'toolu', number)
  const { blocks: thoughts, seals } =
    ask.thoughts === 'none' ? NONE : thoughtsOf(reply, ask, { ledger, calls })
  const isOn = ask.thoughts !== 'none'
  for (const call of calls)
    if (isOn) ledger.issue(keyOfUse(call.id), seals.length > 0 ? sealsOf(seals) : null)
  return {
    id: `msg_${number}`,
    blocks: [
      ...thoughts,
      ...(reply.text ? [{ type: 'text' as const, text: reply.text }] : []),
      ...calls.map(call => ({ type: 'tool_use' as const, call })),
    ],
  }
}

type Thoughts = { blocks: Block[]; seals: string[] }
const NONE: Thoughts = { blocks: [], seals: [] }

/** Thinking that is not displayed keeps its block and signature, and loses its text. */
function thoughtsOf(
  reply: Reply,
  ask: Ask,
  { ledger, calls }: { ledger: Ledger; calls: SentCall[] },
): Thoughts {
  const belongings = belongingsOf(
    calls.map(call => call.id),
    reply.text ?? '',
  )
  const made = { belongings, prefix: Prefix.optional().parse(ask.prefix) }
  const blocks: Block[] = []
  const seals: string[] = []
  if (reply.reasoning !== undefined) {
    const thinking = ask.thoughts === 'hidden' ? '' : reply.reasoning
    const signature = sealThinking(ledger, { kind: 'thinking', text: thinking, ...made })
    blocks.push({ type: 'thinking', thinking, signature })
    seals.push(signature)
  }
  if (reply.redacted !== undefined) {
    const data = sealThinking(ledger, { kind: 'redacted_thinking', text: reply.redacted, ...made })
    blocks.push({ type: 'redacted_thinking', data })
    seals.push(data)
  }
  return { blocks, seals }
}
