import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { withoutMarkdown } from '@/lib/text/without-markdown'
import { OptionalText } from '../coded-text'
import { GivenInstant, Instant } from '../instant'
import { DEFAULT_MEMORY, MemorySetting } from '../memory/memory'
import { Compaction, DEFAULT_COMPACTION, DEFAULT_LIMITS, Limits } from '../run/limits'
import { Usage } from '../run/usage'
import { storedMarks } from './stored-marks'

const Dialect = z.enum(['auto', 'native', 'tags', 'react', 'structured'])
export type Dialect = z.infer<typeof Dialect>

const Mode = z.enum(['plan', 'ask', 'auto', 'full'])
export type Mode = z.infer<typeof Mode>

export const Thinking = z.enum(['default', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
export type Thinking = z.infer<typeof Thinking>

/**
 * Whether text comes in blocks while it is written: each as soon as it is complete, with the rest at the end of the
 * text, or all of them once the message is complete.
 */
const Blocks = z.enum(['off', 'text_end', 'message_end'])
export type Blocks = z.infer<typeof Blocks>

/** `provider:model`, for example `compatible:llama3.2`. */
export const ModelId = z
  .string()
  .max(200)
  .regex(
    /^(openai|openai-chat|anthropic|google|compatible|scripted):\S+$/,
    'fault.modelForm' satisfies TextCode,
  )

/** All tools of two servers, each of which may have 2,000, can be left out one by one. */
const MOST_NAMES = 5_000

/** Which Tools are offered: all, or those included, minus those excluded. */
export const ToolChoice = z.object({
  include: z.array(z.string().max(64)).max(MOST_NAMES).nullable(),
  exclude: z.array(z.string().max(64)).max(MOST_NAMES),
})
export type ToolChoice = z.infer<typeof ToolChoice>

export const ALL_TOOLS: ToolChoice = { include: null, exclude: [] }

export const SessionState = z.enum(['idle', 'running', 'waiting', 'error'])
export type SessionState = z.infer<typeof SessionState>

/** The first of the Calls that wait for a person: its tool, and its preview in a line, `''` where it has none. */
export const NextCall = z.object({ tool: z.string(), summary: z.string(), codedText: OptionalText })
export type NextCall = z.infer<typeof NextCall>

/** Of the chain of an imported file: its last hash, and the key that it verified under. */
const SignedEnd = z.object({ head: z.string(), publicKey: z.string() })

/** One conversation. `workspace` is a folder under the workspace root, `''` for the root itself. */
export const Session = z.object({
  id: z.string(),
  key: z.string().optional(),
  title: z.string(),
  model: ModelId,
  dialect: Dialect,
  mode: Mode,
  modeExpiresAt: Instant.optional(),
  /** The one that follows `full`. */
  modeBefore: Mode.optional(),
  thinking: Thinking,
  limits: Limits,
  tools: ToolChoice,
  workspace: z.string(),
  persona: z.string().optional(),
  memory: MemorySetting.default(DEFAULT_MEMORY),
  blocks: Blocks.default('off'),
  compaction: Compaction,
  state: SessionState,
  pendingCalls: z.int(),
  nextCall: NextCall.optional(),
  usage: Usage,
  archived: z.boolean(),
  /** Whence all up to Event `seq` was copied. */
  parent: z.object({ sessionId: z.string(), seq: z.int(), imported: SignedEnd.optional() }).optional(),
  createdAt: Instant,
  updatedAt: Instant,
  ...storedMarks,
})
export type Session = z.infer<typeof Session>

export const NEW_TITLE = 'New session'

const MOST_READ = 2_000

/** Titles are made from the first message, without a model. */
export function titleFrom(text: string): string {
  const start = text.trimStart().slice(0, MOST_READ)
  const words = withoutMarkdown(start).trim().split(/\s+/)
  const line = words.slice(0, MOST_WORDS).join(' ') || start.trim()
  const chars = [...line]
  const beginning = chars.slice(0, MOST_CHARS - 1).join('')
  if (chars.length > MOST_CHARS) return `${beginning.trimEnd()}…`
  return words.length > MOST_WORDS ? `${line}…` : line || NEW_TITLE
}

const MOST_WORDS = 6
const MOST_CHARS = 60

export const MOST_TITLE_CHARS = 200

/**
 * Partial settings are merged into the current ones; unknown fields are refused, since a misspelt one would silently
 * change nothing.
 */
const settings = {
  title: z.string().trim().min(1).max(MOST_TITLE_CHARS),
  model: ModelId,
  dialect: Dialect,
  mode: Mode,
  modeExpiresAt: GivenInstant,
  thinking: Thinking,
  limits: Limits.partial().strict(),
  tools: ToolChoice.partial().strict(),
  workspace: z.string().max(1000),
  persona: z.string().max(100_000),
  compaction: Compaction.partial().strict(),
  memory: MemorySetting.partial().strict(),
  blocks: Blocks,
}

/** What new sessions start with. A mode that needs an end is none of them. */
export const SessionDefaults = z.object({
  mode: z.enum(['plan', 'ask', 'auto']),
  dialect: Dialect,
  thinking: Thinking,
  limits: Limits,
  compaction: Compaction,
  tools: ToolChoice,
  persona: z.string().optional(),
})
export type SessionDefaults = z.infer<typeof SessionDefaults>

export const FIRST_DEFAULTS: SessionDefaults = {
  mode: 'ask',
  dialect: 'auto',
  thinking: 'default',
  limits: DEFAULT_LIMITS,
  compaction: DEFAULT_COMPACTION,
  tools: ALL_TOOLS,
}

export const SessionDefaultsPatch = z
  .strictObject({
    mode: SessionDefaults.shape.mode,
    dialect: Dialect,
    thinking: Thinking,
    limits: settings.limits,
    compaction: settings.compaction,
    tools: settings.tools,
    persona: settings.persona.nullable(),
  })
  .partial()
export type SessionDefaultsPatch = z.infer<typeof SessionDefaultsPatch>

export const NewSession = z.strictObject({ key: z.string().min(1).max(200), ...settings }).partial()
export type NewSession = z.infer<typeof NewSession>

export const SessionPatch = z
  .strictObject({
    ...settings,
    modeExpiresAt: GivenInstant.nullable(),
    persona: settings.persona.nullable(),
    archived: z.boolean(),
  })
  .partial()
export type SessionPatch = z.infer<typeof SessionPatch>
