import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { FieldError } from '../contract/problem'
import { GivenInstant } from '../instant'
import { areShort } from '../policy/narrow-rule'
import { Matcher, narrows, Verdict } from '../policy/rule'
import { MOST_HOLD_MS } from '../run/limits'
import { SeenExtent } from './decision'
import { Preview } from './preview'
import { Risk } from './tool'

/** Characters of one Call's arguments. */
export const ARGUMENTS_CHARS = 2_097_152

const argumentsText = z.string().max(ARGUMENTS_CHARS, 'Arguments hold at most 2 MB')

/** Arguments as JSON, or as text that is stored byte for byte. */
const argumentFields = { arguments: z.unknown().optional(), argumentsText: argumentsText.optional() }

type ArgumentsInput = { arguments?: unknown; argumentsText?: string | undefined }

const saidOnce = (input: ArgumentsInput): boolean =>
  input.arguments === undefined || input.argumentsText === undefined
const ONCE = { path: ['argumentsText'], error: 'fault.eitherArguments' satisfies TextCode }

const isSaid = (input: ArgumentsInput): boolean =>
  input.arguments !== undefined || input.argumentsText !== undefined
const MISSING = { path: ['arguments'], error: 'fault.missing' satisfies TextCode }

/** Arguments must be given, and in one form only: with two, one would silently win. */
const inOneForm = <T extends z.ZodType<ArgumentsInput>>(schema: T) =>
  schema.refine(isSaid, MISSING).refine(saidOnce, ONCE)

/** Makes a Rule that allows the effective Tool; with `reads` it covers every read-only Tool instead. */
const Remember = z
  .strictObject({
    scope: z.enum(['session', 'always']).default('session'),
    matchers: z.array(Matcher).max(20).default([]),
    reads: z.boolean().optional(),
    expiresAt: GivenInstant.optional(),
  })
  .refine(({ matchers, reads }) => !reads || matchers.length === 0, {
    path: ['matchers'],
    error: 'fault.readsAlone' satisfies TextCode,
  })
  .refine(({ matchers }) => matchers.length === 0 || matchers.some(narrows), {
    path: ['matchers'],
    error: 'fault.oneCondition' satisfies TextCode,
  })
  .refine(({ matchers }) => areShort(matchers), {
    path: ['matchers'],
    error: 'fault.longConditions' satisfies TextCode,
  })
export type Remember = z.infer<typeof Remember>

const answer = z.unknown().refine(result => result !== undefined, 'Write the answer')

const callFields = { callId: z.string(), digest: z.string(), seen: SeenExtent.optional() }
const remembering = { remember: Remember.optional() }
const changing = { ...argumentFields, ...remembering, previewDigest: z.string().optional() }

/**
 * One decision; `digest` is that of the Call as it was shown, `seen` how much of it was on the person's screen.
 * `previewDigest` is that of the preview of a change: with it, the change runs as it was previewed or not at all.
 */
export const DecisionInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approve'), ...callFields, ...remembering }),
  inOneForm(z.strictObject({ kind: z.literal('edit'), ...callFields, ...changing })),
  inOneForm(z.strictObject({ kind: z.literal('replace'), ...callFields, tool: z.string(), ...changing })),
  z.strictObject({ kind: z.literal('deny'), ...callFields, reason: z.string().max(10_000).optional() }),
  z.strictObject({ kind: z.literal('answer'), ...callFields, result: answer }),
  z.strictObject({ kind: z.literal('retry'), ...callFields }),
  z.strictObject({ kind: z.literal('mark_done'), ...callFields, result: z.unknown().optional() }),
  z.strictObject({ kind: z.literal('skip'), ...callFields, reason: z.string().max(10_000).optional() }),
])
export type DecisionInput = z.infer<typeof DecisionInput>

/** A batch of decisions about one CallSet: all are stored or none. `holdMs` keeps approvals undoable for that long. */
export const DecideInput = z.strictObject({
  decisions: z.array(DecisionInput).min(1, 'Name at least one decision').max(500),
  feedback: z.string().max(10_000).optional(),
  holdMs: z.int().min(0).max(MOST_HOLD_MS).optional(),
})
export type DecideInput = z.infer<typeof DecideInput>

export const PreviewInput = z
  .strictObject({ callId: z.string(), tool: z.string().optional(), ...argumentFields })
  .refine(saidOnce, ONCE)
export type PreviewInput = z.infer<typeof PreviewInput>

const trial = { sessionId: z.string().optional(), ...argumentFields }

/** What a person thinks of trying. Without a session it is one kept for that. */
export const PreviewToolInput = inOneForm(z.strictObject(trial))

/** A Call that somebody types in, to be told what policy says of it. Without a session it is one in mode `ask`. */
export const ExplainInput = inOneForm(
  z.strictObject({ tool: z.string(), ...argumentFields, sessionId: z.uuid().optional() }),
)

/** A Tool is tried by a person: with `previewDigest` it runs as it was previewed or not at all. */
export const RunToolInput = inOneForm(z.strictObject({ ...trial, previewDigest: z.string().optional() }))

/**
 * What an edit or a replacement would do; nothing is stored. If there are no errors there is a preview and a digest.
 */
export const PreviewAnswer = z.object({
  errors: z.array(FieldError),
  preview: Preview.optional(),
  risk: Risk,
  verdict: Verdict,
  rule: z.string().optional(),
  digest: z.string().optional(),
})
export type PreviewAnswer = z.infer<typeof PreviewAnswer>

/** The authoritative text: as given, else the given value as JSON. */
export const argumentsTextOf = (input: ArgumentsInput): string =>
  input.argumentsText ?? JSON.stringify(input.arguments ?? {})
