import type { Call } from '@/lib/domain/call/call'
import type { JsonSchema } from '@/lib/domain/call/tool'

/** The dialects that are written in the text of a reply. */
export type DialectInText = Extract<Call['dialect'], 'tags' | 'react' | 'structured'>

/** A part of a reply, by the indices of its text: from the first to before the second. */
type ReplySpan = readonly [number, number]

/** A Tool's name, and its arguments as the model wrote them, if it wrote JSON. */
export type ToolInvocation = { tool: string; argumentsText: string }

/** A Call in the text of a reply, and its place. */
export type SpokenCall = ToolInvocation & {
  dialect: DialectInText
  span: ReplySpan
  /** Where in the State its Result is to be written, as a JSON pointer. */
  outputPath?: string
  /** The JSON that the model gives as its Result: nothing is to run. */
  output?: string
}

/** What looks like a Call but is not, and why. */
export type SpokenIssue = { reason: string; span: ReplySpan }

/** A parsed reply. Everything but Calls stays in `text`, except for thoughts, which are `reasoning`. */
export type ReplyText = { text: string; reasoning: string; calls: SpokenCall[]; issues: SpokenIssue[] }

/** The parts of a Tool that are needed to parse replies. */
export type OfferedTool = { name: string; schema: JsonSchema }

/** A Tool as the instructions describe it. */
export type DescribedTool = OfferedTool & { description: string }

/** A Result for a dialect to render. */
export type ToldResult = { tool: string; text: string; isError: boolean }

/** A format for Calls in the text of a reply, and for their Results. */
export type DialectFormat = {
  name: DialectInText
  /** The system prompt of the dialect: the protocol, and the tools with their schemas. */
  instructions: (tools: DescribedTool[]) => string
  /** The schema to enforce if the provider can; replies are read just as tolerantly either way. */
  replySchema?: JsonSchema
  /** Reads a reply as it streams in. */
  reader: (tools: OfferedTool[]) => DialectReader
  readWhole: (text: string, tools: OfferedTool[]) => ReplyText
  /** Renders a past reply in this dialect. Parsing it gives the same Calls. */
  renderCalls: (reply: { text: string; calls: ToolInvocation[] }, tools: OfferedTool[]) => string
  /** Renders all Results of a set as one user message. */
  renderResults: (results: ToldResult[]) => string
  /** What to tell the model about its reply: what was not understood, and how to write it; null if nothing. */
  observation: (reply: ReplyText) => string | null
}

/** The new part of a reply that may be shown. */
export type ReplyDelta = { text: string; reasoning: string }

/**
 * Reads a reply as it streams in, in pieces of any size. What `add` returned is always a prefix of what `end` returns.
 */
export type DialectReader = { add: (piece: string) => ReplyDelta; end: () => ReplyText }

/** Reads a reply that came in one piece. */
export function readWhole(reader: DialectReader, text: string): ReplyText {
  reader.add(text)
  return reader.end()
}
