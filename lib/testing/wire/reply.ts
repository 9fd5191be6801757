import type { RefusalName } from './refusal-name'

/**
 * What the model server answers to one request, in words that every protocol has. Times are in
 * milliseconds. Content is sent in pieces of `chunkChars` characters (default 12), `chunkMs` apart;
 * `splitBytes` tears the bytes on the wire without regard to frames or characters.
 */
export type Reply = {
  reasoning?: string
  /** Reasoning that the provider gives out encrypted only, after the open one. */
  redacted?: string
  text?: string
  calls?: ReplyCall[]
  /**
   * Default: `calls` where there are any, else `stop`. The others send what there is all the same; the text
   * of `refused` is the refusal. `overflow`: the window was full while answering.
   */
  finish?: Finish
  /** The provider's own word for why it ended, instead. */
  rawFinish?: string
  /** Default: counted from the characters. `null`: this server reports none. */
  usage?: Partial<ReplyUsage> | null
  /** Silence before the headers. */
  delayMs?: number
  chunkMs?: number
  chunkChars?: number
  splitBytes?: number
  /** Before the frame that comes after so many (`headers`: before them) it waits for the promise. */
  gates?: { after: 'headers' | Place; until: Promise<unknown> }[]
  fault?: Fault
}

export type Finish = 'stop' | 'calls' | 'length' | 'filtered' | 'refused' | 'overflow'

/** A proposed call. `id: null` leaves it out, as some servers do; `whole` sends it in one frame. */
export type ReplyCall = {
  name: string
  arguments?: unknown
  argumentsText?: string
  id?: string | null
  whole?: boolean
}

export type ReplyUsage = {
  inputTokens: number
  outputTokens: number
  /** Of the input tokens: read from a cache, and written to one. */
  cachedTokens: number
  cacheWriteTokens: number
  /** Of the output tokens. */
  reasoningTokens: number
}

/**
 * A place in the stream: after so many frames of content, after half of them, after all of them (before the
 * frame that says why it ended), or after that one (before what closes the stream).
 */
export type Place = number | 'start' | 'middle' | 'content' | 'finish'

/**
 * Something that servers do and should not. Where a place is given, the stream is good up to there.
 * `refuse` is the provider's own answer of that kind, in its shape and words; `retry` says when to come back.
 */
export type Fault =
  | { kind: 'http'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'refuse'; as: RefusalName; retry?: { seconds: number } | { ms: number } | { at: Date } }
  | { kind: 'redirect'; to: string; status?: number }
  | { kind: 'reset'; after?: 'headers' | Place }
  | { kind: 'eof'; after?: Place }
  | { kind: 'hang'; after?: 'headers' | Place; pingMs?: number }
  | { kind: 'error_frame'; after?: Place; as?: RefusalName; body?: unknown }
  | { kind: 'non_json'; after?: Place }
  | { kind: 'wrong_typed'; after?: Place }
  | { kind: 'garbage'; after?: Place; bytes?: Uint8Array | string }
  | { kind: 'html'; status?: number }
  | { kind: 'empty' }
  | { kind: 'not_streamed' }

export const argumentsTextOf = (call: ReplyCall): string =>
  call.argumentsText ?? JSON.stringify(call.arguments ?? {})

export const finishOf = (reply: Reply): Finish => reply.finish ?? (reply.calls?.length ? 'calls' : 'stop')

/** Whole characters only: providers never cut one in two. */
export function pieces(text: string, size = 12): string[] {
  const chars = [...text]
  const count = Math.ceil(chars.length / size)
  return Array.from({ length: count }, (_, n) => chars.slice(n * size, (n + 1) * size).join(''))
}

/** What an answer used, where the script does not say: four characters to a token. */
export function usageOf(reply: Reply, inputTokens: number): ReplyUsage {
  const said = [reply.reasoning, reply.text, ...(reply.calls ?? []).map(argumentsTextOf)].join('')
  return {
    inputTokens,
    outputTokens: Math.ceil(said.length / 4),
    cachedTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    ...reply.usage,
  }
}
