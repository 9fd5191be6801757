import type { JsonSchema } from '@/lib/domain/tool'

/** A part of a reply, by the indices of its text: from the first to before the second. */
export type Span = readonly [number, number]

/** A Call that stands in the text of a reply. `argumentsText` is what the model wrote, where it wrote JSON. */
export type SpokenCall = { tool: string; argumentsText: string; span: Span }

/** What looks like a Call and is none, and why. */
export type SpokenIssue = { reason: string; span: Span }

/** A reply by its text. What is no Call stays in `text`, but for thoughts, which are `reasoning`. */
export type Spoken = { text: string; reasoning: string; calls: SpokenCall[]; issues: SpokenIssue[] }

/** A Tool as far as a reply can name it. */
export type OfferedTool = { name: string; schema: JsonSchema }
