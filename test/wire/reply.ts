/** What the model server answers to one request, in words that every wire has. */
export type Reply = {
  reasoning?: string
  /** The provider gives out the reasoning sealed only. */
  isHidden?: boolean
  text?: string
  /** `isOpen`: it begins and never ends. */
  calls?: { name: string; arguments?: unknown; argumentsText?: string; id?: string; isOpen?: boolean }[]
  /** Default: `calls` where there are any, else `stop`. The text of `refused` is the refusal. */
  finish?: Finish
  /** Default: counted from the characters. `null`: this server reports none. */
  usage?: Partial<ReplyUsage> | null
  /** In pieces of so many characters, by default 12; or the bytes torn without regard to frames or characters. */
  chunkChars?: number
  splitBytes?: number
  /** Before the frame that comes after so many it waits for the promise; and text between the frames. */
  gates?: { after: Place; until: Promise<unknown> }[]
  inserts?: { after: Place; text: string }[]
  fault?: Fault
  /** Frames to the byte, in place of all that is said above. */
  raw?: string[]
}

export type Finish = 'stop' | 'calls' | 'length' | 'filtered' | 'refused'
export type ReplyUsage = Record<'inputTokens' | 'outputTokens' | 'cachedTokens' | 'reasoningTokens', number>

/** After so many frames of content, half of them, all of them, or after the frame that says why it ended. */
export type Place = number | 'start' | 'middle' | 'content' | 'finish'

/** What servers do and should not. The stream is good up to its place, by default its middle. */
export type Fault =
  | { kind: 'http'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'reset' | 'hang'; after?: 'headers' | Place }
  | { kind: 'eof'; after?: Place }
  | { kind: 'error_frame'; after?: Place; status?: number; body?: unknown }
  | { kind: 'empty' }
