import type { Job } from '@/lib/domain/job'
import type { DialectFormat, DialectInText, OfferedTool, ReplyText } from './dialect'
import { react } from './react/react'
import { structured } from './structured/structured'
import { tags } from './tags/tags'

const DIALECTS: Record<DialectInText, DialectFormat> = { tags, react, structured }

/** The dialect with a name. Native calls need none. */
export const dialectOf = (name: DialectInText): DialectFormat => DIALECTS[name]

/** Reads a whole reply in a dialect. */
export const READ_REPLY: Job<{ dialect: DialectInText; text: string; offered: OfferedTool[] }, ReplyText> = {
  name: 'read a reply',
  size: ({ text }) => text.length,
  longestMs: 30_000,
  run: ({ dialect, text, offered }) => dialectOf(dialect).readWhole(text, offered),
}
