import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { Author } from '../contract/person-item'
import { Instant } from '../instant'
import { ModelId, Thinking } from '../session/session'
import { MOST_ATTACHMENTS } from './attachment'

/** What happens to a message that arrives while a Run is active. */
export const QueueMode = z.enum(['steer', 'followup', 'collect', 'interrupt'])
export type QueueMode = z.infer<typeof QueueMode>

/** Characters of one message. */
export const MESSAGE_CHARS = 1_000_000

export const Overrides = z
  .strictObject({
    model: ModelId,
    thinking: Thinking,
    maxRequests: z.int().min(1).max(1000),
    timeoutMs: z.int().min(1000).max(172_800_000),
  })
  .partial()
export type Overrides = z.infer<typeof Overrides>

export const Attachment = z.strictObject({
  name: z.string().min(1).max(255),
  mediaType: z.string().max(200),
  data: z.base64(),
})

export type Attachment = z.infer<typeof Attachment>

/** A file that came with a message: a picture, encoded anew, or a text, also that of a PDF, with its secrets masked. */
export const MessageFile = z.object({
  name: z.string(),
  mediaType: z.string(),
  hash: z.string(),
  bytes: z.int(),
  width: z.int().optional(),
  height: z.int().optional(),
})
export type MessageFile = z.infer<typeof MessageFile>

export const NewMessage = z.strictObject({
  text: z
    .string()
    .max(MESSAGE_CHARS, 'A message holds at most 1,000,000 characters')
    .refine(text => text.trim() !== '', 'fault.writeFirst' satisfies TextCode)
    .refine(text => !text.includes('\0'), 'fault.nul' satisfies TextCode),
  attachments: z.array(Attachment).max(MOST_ATTACHMENTS, 'A message holds at most 10 files').optional(),
  queueMode: QueueMode.optional(),
  overrides: Overrides.optional(),
})
export type NewMessage = z.infer<typeof NewMessage>

/** Input that was stored and acknowledged but has not reached the model yet. */
export const QueueItem = z.object({
  id: z.string(),
  runId: z.string(),
  mode: QueueMode,
  text: z.string(),
  by: Author.optional(),
  attachments: z.array(MessageFile).optional(),
  createdAt: Instant,
})
export type QueueItem = z.infer<typeof QueueItem>
