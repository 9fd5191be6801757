import * as z from 'zod'
import { GivenInstant } from './instant'
import { Preview } from './preview'
import { FieldError } from './problem'
import { Matcher, Verdict } from './rule'
import { Risk } from './tool'

/** Characters of one Call's arguments. */
export const ARGUMENTS_CHARS = 2_097_152

const argumentsText = z.string().max(ARGUMENTS_CHARS, 'Arguments hold at most 2 MB')

/** Arguments as JSON, or as text that is kept byte for byte. */
const given = { arguments: z.unknown().optional(), argumentsText: argumentsText.optional() }

type Given = { arguments?: unknown; argumentsText?: string | undefined }

/** What is decided must be said once: of two ways to say it one would win unseen. */
const saidOnce = (given: Given): boolean => given.arguments === undefined || given.argumentsText === undefined
const ONCE = { path: ['argumentsText'], error: 'Give either arguments or argumentsText, not both' }

/** Arguments that were forgotten are not an empty object. */
const isSaid = (given: Given): boolean => given.arguments !== undefined || given.argumentsText !== undefined
const SAID = { path: ['arguments'], error: 'This is missing.' }

/** Makes a Rule with effect allow for the effective Tool; `reads` covers every read-only Tool instead. */
export const Remember = z.strictObject({
  scope: z.enum(['session', 'always']),
  matchers: z.array(Matcher).max(20),
  reads: z.boolean().optional(),
  expiresAt: GivenInstant.optional(),
})
export type Remember = z.infer<typeof Remember>

/** Text or any JSON. */
const answer = z.unknown().refine(given => given !== undefined, 'Write the answer')

const about = { callId: z.string(), digest: z.string() }
const remembering = { remember: Remember.optional() }

/** One ruling; `digest` is that of the Call as it was shown. */
export const DecisionInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approve'), ...about, ...remembering }),
  z
    .strictObject({ kind: z.literal('edit'), ...about, ...given, ...remembering })
    .refine(isSaid, SAID)
    .refine(saidOnce, ONCE),
  z
    .strictObject({ kind: z.literal('replace'), ...about, tool: z.string(), ...given, ...remembering })
    .refine(isSaid, SAID)
    .refine(saidOnce, ONCE),
  z.strictObject({ kind: z.literal('deny'), ...about, reason: z.string().max(10_000).optional() }),
  z.strictObject({ kind: z.literal('answer'), ...about, result: answer }),
  z.strictObject({ kind: z.literal('retry'), ...about }),
  z.strictObject({ kind: z.literal('mark_done'), ...about, result: z.unknown().optional() }),
  z.strictObject({ kind: z.literal('skip'), ...about, reason: z.string().max(10_000).optional() }),
])
export type DecisionInput = z.infer<typeof DecisionInput>

/** A batch about one CallSet: all of it is stored or none. `holdMs` keeps approvals undoable that long. */
export const DecideInput = z.strictObject({
  decisions: z.array(DecisionInput).min(1, 'Name at least one decision').max(500),
  feedback: z.string().max(10_000).optional(),
  holdMs: z.int().min(0).max(30_000).optional(),
})
export type DecideInput = z.infer<typeof DecideInput>

export const PreviewInput = z
  .strictObject({ callId: z.string(), tool: z.string().optional(), ...given })
  .refine(saidOnce, ONCE)
export type PreviewInput = z.infer<typeof PreviewInput>

/** What an edit or a replacement would do; nothing is stored. Without errors there is a preview and a digest. */
export const PreviewAnswer = z.object({
  errors: z.array(FieldError),
  preview: Preview.optional(),
  risk: Risk,
  verdict: Verdict,
  rule: z.string().optional(),
  digest: z.string().optional(),
})
export type PreviewAnswer = z.infer<typeof PreviewAnswer>

/** The text that counts: as it was given, else as JSON writes the given value. */
export const argumentsTextOf = (input: Given): string =>
  input.argumentsText ?? JSON.stringify(input.arguments ?? {})
