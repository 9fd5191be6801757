import * as z from 'zod'
import { OptionalText } from '../coded-text'
import { Instant } from '../instant'
import type { Operation } from './operation'

/** Where a record first breaks: `sessionId` is `installation` for the record of the installation itself. */
export const BrokenRecord = z.object({
  sessionId: z.string(),
  seq: z.int(),
  reason: z.string(),
  codedText: OptionalText,
})
export type BrokenRecord = z.infer<typeof BrokenRecord>

/**
 * The result of a verification. `checked` counts the events that are as they were recorded; `head` is that of the
 * session, or of the installation, with the time of the last of those events.
 */
const Verify = z.object({
  ok: z.boolean(),
  checked: z.int(),
  sessions: z.int(),
  head: z.object({ seq: z.int(), hash: z.string(), signature: z.string(), at: Instant.optional() }),
  publicKey: z.string(),
  checkedAt: Instant,
  broken: BrokenRecord.optional(),
})
export type Verify = z.infer<typeof Verify>

const ofSession = z.strictObject({ sessionId: z.uuid().optional() })
const LINES = ['application/x-ndjson'] as const

/** Verifying the record, and exporting it to verify it elsewhere. */
export const RECORD_OPERATIONS = {
  exportRecord: {
    endpoint: 'GET /api/audit',
    summary: 'The record of a session, or of everything, as JSON lines for `npm run audit`',
    description:
      'A link a line, with the exact text that its hash covers; each chain ends with its signed head. The record of everything begins with a line that says so and ends with the head of the installation.',
    query: ofSession,
    answers: { 200: LINES },
  },
  verifyRecord: {
    endpoint: 'GET /api/audit/verify',
    summary: 'Compute the record anew, of a session or of everything, up to where it breaks',
    description:
      'Going back to an old copy of the whole database is seen only with heads that are kept elsewhere: see `npm run audit -- FILE --heads FILE`.',
    query: ofSession,
    answers: { 200: Verify },
  },
  exportHeads: {
    endpoint: 'GET /api/audit/heads',
    summary: 'The signed heads of all records as they are now, to be kept elsewhere',
    answers: { 200: LINES },
  },
} as const satisfies Record<string, Operation>
