import { createHash } from 'node:crypto'
import type { Finish, Reply, ReplyUsage } from './reply'

export type WireName = 'openai' | 'openai-chat' | 'anthropic' | 'google' | 'compatible'

/** A stream as frames: its content, what says why it ended, and what closes it. */
export type Frames = { content: string[]; finish: string[]; closing: string[] }

/** How one provider speaks. Everything that differs between the wires is behind this, and in what was sent. */
export type Speech = {
  keyHeader: string
  frames: (answer: Answer) => Frames
  errorBody: (status: number, message: string) => unknown
  errorFrame: (body: unknown) => string
  /** A frame that is JSON, but of the wrong types. */
  wrongTyped: string
  models: (names: string[]) => unknown
}

/** One reply with all that it leaves open filled in. `number` tells it from all others of the server. */
export type Answer = {
  number: number
  thought: { text: string; isHidden: boolean; seal: string } | null
  text: string
  calls: { id: string; name: string; argumentsText: string; isOpen: boolean }[]
  finish: Finish
  usage: ReplyUsage | null
  cut: (text: string) => string[]
}

export const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
export const event = (value: { type: string; [member: string]: unknown }): string =>
  `event: ${value.type}\n${data(value)}`

/** What a provider signs, so that it is known again where it comes back. */
export const sealOf = (...values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64')

type Thought = { reasoning: string; text: string; ids: string[] }
/** Bound to what it was given out with; white space around a text is nobody's. */
export const thoughtSeal = (wire: WireName, { reasoning, text, ids }: Thought): string =>
  sealOf(wire, reasoning, text.trim(), ids)

/** The JSON object that arguments are, where they are one. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

export const argumentsTextOf = ({
  argumentsText,
  arguments: value = {},
}: NonNullable<Reply['calls']>[number]) => argumentsText ?? JSON.stringify(value)

type Place = { wire: WireName; number: number; inputTokens: number }

export function answerOf(reply: Reply, { wire, number, inputTokens }: Place): Answer {
  const { reasoning, isHidden = false, text = '', chunkChars = 12 } = reply
  const calls = (reply.calls ?? []).map((call, at) => ({
    id: call.id ?? `call_${number}_${at}`,
    name: call.name,
    isOpen: call.isOpen ?? false,
    argumentsText: argumentsTextOf(call),
  }))
  const shown = isHidden ? '' : (reasoning ?? '')
  const seal = thoughtSeal(wire, { reasoning: shown, text, ids: calls.map(({ id }) => id) })
  const chars = [reasoning, text, ...calls.map(call => call.argumentsText)].join('').length
  const counted = { inputTokens, outputTokens: Math.ceil(chars / 4), cachedTokens: 0, reasoningTokens: 0 }
  return {
    number,
    text,
    calls,
    thought: reasoning === undefined ? null : { text: shown, isHidden, seal },
    finish: reply.finish ?? (calls.length > 0 ? 'calls' : 'stop'),
    usage: reply.usage === null ? null : { ...counted, ...reply.usage },
    // Whole characters only: providers never cut one in two.
    cut: whole => whole.match(new RegExp(`.{1,${chunkChars}}`, 'gsu')) ?? [],
  }
}
