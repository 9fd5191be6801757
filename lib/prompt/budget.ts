import { pictureTokens } from '@/lib/domain/call/picture'
import type { ModelMessage } from '@/lib/domain/call/solution'
import type { CompactionReason, ContextSize } from '@/lib/domain/run/compaction'
import type { Compaction } from '@/lib/domain/run/limits'
import { LEAST_MESSAGES, tokensUsed, triggersOf } from '@/lib/domain/run/triggers'

/** On average over prose and code. */
const CHARS_PER_TOKEN = 4
const TOKENS_PER_MESSAGE = 4

export const estimatedTokens = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN)

/** Characters of a message: its text and the arguments of its Calls. */
const charsOf = (message: ModelMessage): number =>
  message.text.length +
  (message.role === 'assistant'
    ? message.calls.reduce((sum, call) => sum + call.tool.length + call.argumentsText.length, 0)
    : 0)

const tokensOfImages = (message: ModelMessage): number =>
  message.role === 'assistant'
    ? 0
    : (message.images ?? []).reduce((sum, image) => sum + pictureTokens(image), 0)

export const sizeOf = (messages: ModelMessage[]): ContextSize =>
  messages.reduce<ContextSize>(
    (sum, message) => {
      const chars = charsOf(message)
      return {
        messages: sum.messages + 1,
        chars: sum.chars + chars,
        tokens: sum.tokens + estimatedTokens(chars) + TOKENS_PER_MESSAGE + tokensOfImages(message),
      }
    },
    { messages: 0, chars: 0, tokens: 0 },
  )

/** A character is at most four tokens, and a token of ordinary text never forty characters. */
const MOST_RATIO = 4 * CHARS_PER_TOKEN
const LEAST_RATIO = CHARS_PER_TOKEN / 40

/**
 * Tokens counted by the provider per estimated token. A count that is missing or impossible is ignored: the ratio
 * stays as it was.
 */
export function ratioOf(reported: number, estimated: number, before = 1): number {
  const ratio = reported / estimated
  return ratio >= LEAST_RATIO && ratio <= MOST_RATIO ? ratio : before
}

/** How much to keep, by each measure that is given; `least`: the fewest messages. */
export type Goal = Partial<ContextSize> & { least?: number }

export type Over = { why: 'messages' | 'chars' | 'tokens'; goal: Goal }

/** The sizes to compare: the conversation, what is sent with it, and the model's window. */
export type Budget = {
  size: ContextSize
  overhead: number
  ratio: number
  window: number | undefined
  settings: Compaction
}

/** Which triggers fire: the first gives its name, and the goal satisfies all of them. Null if there is room. */
export function overBudget({ size, overhead, ratio, window, settings }: Budget): Over | null {
  const { messages, chars, tokens } = triggersOf(settings, window)
  const used = tokensUsed({ tokens: size.tokens, overhead, ratio })
  const tripped = {
    messages: size.messages > messages.at,
    chars: size.chars > chars.at,
    tokens: tokens !== null && used > tokens.at,
  }
  const why = MEASURES.find(measure => tripped[measure])
  if (!why) return null
  const goal: Goal = {
    ...(tripped.messages ? { messages: messages.keep } : {}),
    ...(tripped.chars ? { chars: chars.keep, least: LEAST_MESSAGES } : {}),
    ...(tripped.tokens && tokens ? { tokens: Math.round(tokens.keep / ratio) } : {}),
  }
  return { why, goal }
}

/** How much to keep for this reason, even if its trigger no longer fires. */
export function goalFor(why: CompactionReason, budget: Budget): Goal {
  const { size, settings, window } = budget
  if (why === 'asked' || why === 'overflow') return halfOf(why, budget)
  const { [why]: trigger } = triggersOf(settings, window)
  return overBudget(budget)?.goal ?? { [why]: trigger?.keep ?? size[why] }
}

/** If no trigger demands it: half of the conversation, and no more than the triggers would keep. */
function halfOf(why: 'asked' | 'overflow', budget: Budget): Goal {
  const { size, settings } = budget
  const { messages, chars } = triggersOf(settings, undefined)
  if (why === 'asked') return { messages: Math.min(messages.keep, Math.floor(size.messages / 2)) }
  const tokens = overBudget(budget)?.goal.tokens
  return {
    chars: Math.min(chars.keep, Math.floor(size.chars / 2)),
    ...(tokens === undefined ? {} : { tokens }),
  }
}

/** The person's last message always stays verbatim, wherever the cut is: the model is working on it. */
export function pinned(messages: ModelMessage[], at: number): ModelMessage[] {
  const index = messages.findLastIndex(message => message.role === 'user' && !message.aside)
  return messages.slice(index, index + 1).filter(() => index >= 0 && index < at)
}

/** Messages before `at` leave the model's view; the rest stay. */
export type Cut = { at: number; before: ContextSize; after: ContextSize }

/** A cut that frees less than this share is not worth it: it would soon be repeated. */
const LEAST_FREED = 0.1

/**
 * Where to cut a conversation: the first place from which the rest satisfies the goal, else the last possible one.
 * Only whole exchanges are dropped, so that no Result is separated from its Call, and the newest exchange stays.
 * `standIns`: how many of the first messages stand in for earlier cuts; these alone are not worth another. Null if too
 * little would be freed.
 */
export function chooseCut(
  messages: ModelMessage[],
  goal: Goal,
  { standIns }: { standIns: number },
): Cut | null {
  const first = standIns + 1
  const last = messages.length - (goal.least ?? 1)
  const indexes = beginnings(messages).filter(at => at >= first && at <= last)
  const before = sizeOf(messages)
  const cuts = indexes.map(at => ({
    at,
    before,
    after: sizeOf([...pinned(messages, at), ...messages.slice(at)]),
  }))
  const cut = cuts.find(({ after }) => satisfies(after, goal)) ?? cuts.at(-1)
  return cut && freed(cut, goal) >= LEAST_FREED ? cut : null
}

/**
 * Where exchanges begin: with a message by somebody, or with a message with Calls, whose Results all come before the
 * next such message. Messages sent while Calls were pending belong to their exchange.
 */
function beginnings(messages: ModelMessage[]): number[] {
  const indexes: number[] = []
  let isResultAhead = false
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (message?.role === 'result') isResultAhead = true
    if (message?.role === 'assistant' && message.calls.length > 0) {
      indexes.push(at)
      isResultAhead = false
    }
    if (message?.role === 'user' && !message.aside && !isResultAhead) indexes.push(at)
  }
  return indexes.reverse()
}

const MEASURES = ['messages', 'chars', 'tokens'] as const

const satisfies = (size: ContextSize, goal: Goal): boolean =>
  MEASURES.every(measure => size[measure] <= (goal[measure] ?? Number.POSITIVE_INFINITY))

/**
 * The largest share freed, among the measures of the goal; what replaces the dropped messages counts as one message.
 */
function freed({ before, after }: Cut, goal: Goal): number {
  const shares = MEASURES.filter(measure => goal[measure] !== undefined).map(measure => {
    const left = after[measure] + (measure === 'messages' ? 1 : 0)
    return (before[measure] - left) / Math.max(1, before[measure])
  })
  return Math.max(0, ...shares)
}
