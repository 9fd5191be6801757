import type { ProviderKind } from '../ai-sdk/provider'

/**
 * How one provider speaks within a stream, as bytes: so that a test tells its story once for all of them.
 * Each part is one piece of output with all that belongs to it; a reply is `begin`, parts, and an end.
 */
export type Speech = {
  kind: ProviderKind
  /** One that thinks, so that nothing is left out for the others. */
  model: string
  begin: string
  text: (text: string) => string
  /** A part that thinks, with what the provider wants back unread. `null` where the wire has none. */
  thought: ((text: string, signature: string) => string) | null
  /** A whole Call; several stand side by side by their place, from 0. */
  call: (call: WrittenCall, place?: number) => string
  /** A Call that begins and never ends; `null` where Calls come whole. */
  halfCall: ((call: WrittenCall) => string) | null
  end: (how: 'text' | 'calls' | 'length' | 'filtered') => string
  /** Ends like `calls`, though the model refused. `null` where the wire cannot say both. */
  refusedEnd: string | null
  error: (error: { status: number; type: string; message: string }) => string
  usage: { inputTokens: number; outputTokens: number; cachedTokens: number; reasoningTokens: number }
}

export type WrittenCall = [id: string, name: string, argumentsText: string]

export const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export const event = (value: { type: string } & Record<string, unknown>): string =>
  `event: ${value.type}\n${data(value)}`
