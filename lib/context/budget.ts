import type { CompactionReason, ContextSize } from '@/lib/domain/compaction'
import type { Compaction } from '@/lib/domain/limits'
import type { ModelMessage } from '@/lib/domain/solution'
import { LEAST_MESSAGES, tokensUsed, triggersOf } from '@/lib/domain/triggers'

const CHARS_PER_TOKEN = 4
const TOKENS_PER_MESSAGE = 4

export const estimatedTokens = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN)

/** Characters of a message: its text and the arguments of its Calls. */
export const charsOf = (message: ModelMessage): number =>
  message.text.length +
  (message.role === 'assistant'
    ? message.calls.reduce((sum, call) => sum + call.tool.length + call.argumentsText.length, 0)
    : 0)

export const sizeOf = (messages: ModelMessage[]): ContextSize =>
  messages.reduce<ContextSize>(
    (sum, message) => {
      const chars = charsOf(message)
      return {
        messages: sum.messages + 1,
        chars: sum.chars + chars,
        tokens: sum.tokens + estimatedTokens(chars) + TOKENS_PER_MESSAGE,
      }
    },
    { messages: 0, chars: 0, tokens: 0 },
  )

/** Tokens that a provider counted for one that was estimated; 1 where it told none. */
export const ratioOf = (reported: number, estimated: number): number =>
  reported > 0 && estimated > 0 ? Math.min(2, Math.max(0.5, reported / estimated)) : 1

/** How much is to be kept, in each measure that is named; at least so many messages. */
export type Goal = Partial<ContextSize> & { least?: number }

export type Over = { why: 'messages' | 'chars' | 'tokens'; goal: Goal }

/** What there is: the conversation, what is sent beside it, and what the model's window takes. */
export type Budget = {
  size: ContextSize
  overhead: number
  ratio: number
  window: number | undefined
  settings: Compaction
}

/** The triggers that trip: the first gives its name, what is kept satisfies all. Null where there is room. */
export function overBudget({ size, overhead, ratio, window, settings }: Budget): Over | null {
  const { messages, chars, tokens } = triggersOf(settings, window)
  const used = tokensUsed({ tokens: size.tokens, overhead, ratio })
  const tripped = {
    messages: size.messages > messages.at,
    chars: size.chars > chars.at,
    tokens: tokens !== null && used > tokens.at,
  }
  const why = (['messages', 'chars', 'tokens'] as const).find(one => tripped[one])
  if (!why) return null
  const goal: Goal = {
    ...(tripped.messages ? { messages: messages.keep } : {}),
    ...(tripped.chars ? { chars: chars.keep, least: LEAST_MESSAGES } : {}),
    ...(tripped.tokens && tokens ? { tokens: Math.round(tokens.keep / ratio) } : {}),
  }
  return { why, goal }
}

/** What is to be kept for this reason, also where its measure no longer trips. */
export function goalFor(why: CompactionReason, budget: Budget): Goal {
  const { size, settings, window } = budget
  if (why === 'asked' || why === 'overflow') return halfOf(why, size, settings)
  const { [why]: trigger } = triggersOf(settings, window)
  return overBudget(budget)?.goal ?? { [why]: trigger?.keep ?? size[why] }
}

/** Where the measures do not ask for it: half of what there is, and no more than they would keep. */
function halfOf(why: 'asked' | 'overflow', size: ContextSize, settings: Compaction): Goal {
  const { messages, chars } = triggersOf(settings, undefined)
  return why === 'asked'
    ? { messages: Math.min(messages.keep, Math.floor(size.messages / 2)) }
    : { chars: Math.min(chars.keep, Math.floor(size.chars / 2)) }
}

/** What the person said last stays word for word, wherever the cut is: it is what the model is at. */
export function pinned(messages: ModelMessage[], at: number): ModelMessage[] {
  const place = messages.findLastIndex(message => message.role === 'user' && !message.aside)
  return messages.slice(place, place + 1).filter(() => place >= 0 && place < at)
}

/** Messages before `at` leave the model's view, those from it on stay. */
export type Cut = { at: number; before: ContextSize; kept: ContextSize }

/** A cut that frees less than this of what it is about is none: it would come again and again. */
const LEAST_FREED = 0.1

/**
 * Where a conversation is cut: the first place from which on it satisfies the goal, else the last one. Only whole
 * exchanges are dropped, so that no Result is cut from its Call, and the newest one stays. `placed`: so many of
 * the first stand for what was cut before, which alone is not worth another. Null where too little would be freed.
 */
export function chooseCut(messages: ModelMessage[], goal: Goal, { placed }: { placed: number }): Cut | null {
  const first = placed + 1
  const last = messages.length - (goal.least ?? 1)
  const places = beginnings(messages).filter(at => at >= first && at <= last)
  const before = sizeOf(messages)
  const cuts = places.map(at => ({
    at,
    before,
    kept: sizeOf([...pinned(messages, at), ...messages.slice(at)]),
  }))
  const cut = cuts.find(({ kept }) => satisfies(kept, goal)) ?? cuts.at(-1)
  return cut && freed(cut, goal) >= LEAST_FREED ? cut : null
}

/**
 * Where exchanges begin: with what somebody wrote, or with a message that has Calls, whose Results all come before
 * the next such message. What was said while they were out belongs to them.
 */
function beginnings(messages: ModelMessage[]): number[] {
  const found: number[] = []
  let isResultAhead = false
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (message?.role === 'result') isResultAhead = true
    if (message?.role === 'assistant' && message.calls.length > 0) {
      found.push(at)
      isResultAhead = false
    }
    if (message?.role === 'user' && !message.aside && !isResultAhead) found.push(at)
  }
  return found.reverse()
}

const MEASURES = ['messages', 'chars', 'tokens'] as const

const satisfies = (kept: ContextSize, goal: Goal): boolean =>
  MEASURES.every(measure => kept[measure] <= (goal[measure] ?? Number.POSITIVE_INFINITY))

/** The largest share that is freed of what the goal is about; what takes the place of the rest counts as a message. */
function freed({ before, kept }: Cut, goal: Goal): number {
  const shares = MEASURES.filter(measure => goal[measure] !== undefined).map(measure => {
    const left = kept[measure] + (measure === 'messages' ? 1 : 0)
    return (before[measure] - left) / Math.max(1, before[measure])
  })
  return Math.max(0, ...shares)
}
