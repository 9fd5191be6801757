import type { JsonSchema } from '@/lib/domain/tool'
import type { Reader } from './reading/reader'
import type { Named, OfferedTool, Spoken, TextDialect } from './spoken'

/** A Tool as the instructions describe it. */
export type DescribedTool = OfferedTool & { description: string }

/** A Result as a dialect tells it. */
export type ToldResult = { tool: string; text: string; isError: boolean }

/** One way to write Calls in the text of a reply, and to tell their Results. */
export type Dialect = {
  name: TextDialect
  /** What the system prompt says of it: the protocol, and the tools with their schemas. */
  instructions: (tools: DescribedTool[]) => string
  /** What a reply is held to where a provider can; it is read as tolerantly all the same. */
  replySchema?: JsonSchema
  /** Reads a reply as it comes. */
  reader: (tools: OfferedTool[]) => Reader
  readWhole: (text: string, tools: OfferedTool[]) => Spoken
  /** A reply of the past, as this dialect writes it. Read again, its Calls are the same. */
  renderCalls: (reply: { text: string; calls: Named[] }, tools: OfferedTool[]) => string
  /** All Results of a set, for one message of the user. */
  renderResults: (results: ToldResult[]) => string
  /** What the model must be told of its reply: what in it was not understood, and how to write it; null where nothing. */
  observation: (spoken: Spoken) => string | null
}
