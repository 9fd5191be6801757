import * as z from 'zod'
import { Instant } from '../instant'
import { MEMORY_CHARS } from './memory-block'

/** Where a Memory came from: a person wrote it, or a Call of a session stored it. */
const MemorySource = z.object({
  kind: z.enum(['person', 'call']),
  sessionId: z.string().optional(),
  callId: z.string().optional(),
  title: z.string().optional(),
})
export type MemorySource = z.infer<typeof MemorySource>

/** A place where a Memory was recalled. */
export const MemoryUse = z.object({
  sessionId: z.string(),
  title: z.string(),
  seq: z.int(),
  at: Instant,
})

/** Something to remember in all sessions. `usedIn`: where it was last recalled, newest first. */
export const Memory = z.object({
  id: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  source: MemorySource,
  uses: z.int(),
  lastUsedAt: Instant.optional(),
  usedIn: z.array(MemoryUse),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Memory = z.infer<typeof Memory>

const MemoryTag = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[^\s,\p{C}]([^,\p{C}]*[^\s,\p{C}])?$/u, 'A tag has no comma, and no space at its ends')

export const MemoryTags = z.array(MemoryTag).max(10)

const text = z.string().trim().min(1).max(MEMORY_CHARS)

export const NewMemory = z.strictObject({ text, tags: MemoryTags.optional() })
export type NewMemory = z.infer<typeof NewMemory>

export const MemoryPatch = z.strictObject({ text, tags: MemoryTags }).partial()
export type MemoryPatch = z.infer<typeof MemoryPatch>

/** Whether memories are recalled when a Run of the session begins. */
export const MemorySetting = z.object({ recall: z.boolean() })
type MemorySetting = z.infer<typeof MemorySetting>

export const DEFAULT_MEMORY: MemorySetting = { recall: true }

/** A Call stored a memory. */
export const MemoryStored = z.object({ memoryId: z.string(), callId: z.string(), text: z.string() })

/** A memory that was found, whether the model is given it, and why. `text`: its beginning. */
const MemoryHit = z.object({
  id: z.string(),
  score: z.number(),
  kept: z.boolean(),
  reason: z.enum(['recalled', 'below_min_score', 'over_limit', 'no_room', 'marked']),
  text: z.string(),
})
export type MemoryHit = z.infer<typeof MemoryHit>

/** Memories were searched: when a Run began, or by a Call. */
export const MemoryRecalled = z.object({
  runId: z.string().optional(),
  callId: z.string().optional(),
  query: z.string(),
  hits: z.array(MemoryHit),
})
