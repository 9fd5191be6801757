import type { Call } from '@/lib/domain/call'
import type { JsonSchema } from '@/lib/domain/tool'

/** The dialects that live in the text of a reply. */
export type TextDialect = Extract<Call['dialect'], 'tags' | 'react' | 'structured'>

/** A part of a reply, by the indices of its text: from the first to before the second. */
export type Span = readonly [number, number]

/** A Tool's name, and its arguments as the model wrote them, where it wrote JSON. */
export type Named = { tool: string; argumentsText: string }

/** A Call that stands in the text of a reply, and where. */
export type SpokenCall = Named & {
  dialect: TextDialect
  span: Span
  /** Where in the State its Result is to be written, as a JSON pointer. */
  outputPath?: string
  /** The JSON of what the model gives for its Result: nothing is to run. */
  output?: string
}

/** What looks like a Call and is none, and why. */
export type SpokenIssue = { reason: string; span: Span }

/** A reply by its text. What is no Call stays in `text`, but for thoughts, which are `reasoning`. */
export type Spoken = { text: string; reasoning: string; calls: SpokenCall[]; issues: SpokenIssue[] }

/** A Tool as far as a reply can name it. */
export type OfferedTool = { name: string; schema: JsonSchema }
