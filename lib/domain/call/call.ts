import * as z from 'zod'
import { OptionalText } from '../coded-text'
import { HookRun } from '../hooks/hook'
import { Instant } from '../instant'
import { Reason } from '../policy/reason'
import { storedMarks } from '../session/stored-marks'
import { Decider, Decision } from './decision'
import { Picture } from './picture'
import { Preview } from './preview'
import { Span } from './solution'
import { JsonSchema, Risk, ToolSource } from './tool'

/** A tool and its arguments. `argumentsText` is what counts, to the byte; `arguments` is its value. */
export const Invocation = z.object({ tool: z.string(), argumentsText: z.string(), arguments: z.unknown() })
export type Invocation = z.infer<typeof Invocation>

export const WaitingReason = z.enum(['policy', 'hook', 'drifted', 'outcome_unknown', 'definition_changed'])
export type WaitingReason = z.infer<typeof WaitingReason>

export const ResultKind = z.enum(['ok', 'error', 'denied', 'answered', 'expired', 'not_run', 'unknown'])
export type ResultKind = z.infer<typeof ResultKind>

/**
 * A file that a Call changed, in the folder the session had at that time; contents are given by hash, or `absent`, or
 * `folder`. `mode` is the one that the file had, where the Call removed it or gave it another one.
 */
const ChangedFile = z.object({
  folder: z.string(),
  path: z.string(),
  before: z.string(),
  after: z.string(),
  mode: z.int().optional(),
})
export type ChangedFile = z.infer<typeof ChangedFile>

/**
 * Exactly one per Call. `text` is what people and the model read; `truncated.chars` counts what was cut; `changed` is
 * what can be reverted, `changes` where that is more than one file, in the order in which it came about; `images` the
 * pictures that came with the text.
 */
export const Result = z.object({
  kind: ResultKind,
  text: z.string(),
  codedText: OptionalText,
  value: z.unknown().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  changed: ChangedFile.optional(),
  changes: z.array(ChangedFile).optional(),
  images: z.array(Picture).optional(),
  truncated: z.object({ chars: z.int() }).optional(),
  masked: z.int().optional(),
  /** The hook that put this text in the place of another one, of which nothing is kept. */
  hook: z.string().optional(),
  isError: z.boolean(),
})
export type Result = z.infer<typeof Result>

/** What is known about an execution whose end was not observed. */
const Evidence = z.object({
  startedAt: Instant,
  lastOutput: z.string().optional(),
  processDead: z.boolean(),
})
export type Evidence = z.infer<typeof Evidence>

const HeldBy = z.object({ callId: z.string(), tool: z.string(), startedAt: Instant })

const base = {
  id: z.string(),
  setId: z.string(),
  sessionId: z.string(),
  index: z.int(),
  /** The id under which the provider knows the Call; results are paired by it. */
  providerCallId: z.string(),
  tool: z.string(),
  source: ToolSource,
  dialect: z.enum(['native', 'tags', 'react', 'structured', 'person']),
  method: z.enum(['explicit', 'latent']),
  span: Span.optional(),
  /** Where in the State its Result is written, as a JSON pointer. */
  outputPath: z.string().optional(),
  reverts: z.string().optional(),
  /** Of a question that a server asks: the Call that runs there meanwhile. */
  parentCallId: z.string().optional(),
  readOnly: z.boolean(),
  idempotent: z.boolean(),
  definitionHash: z.string(),
  /** Why it asks, ran or was refused, as it was judged last. Calls of older versions have none. */
  reason: Reason.optional(),
  risk: Risk,
  proposed: Invocation.extend({ rawText: z.string().optional() }),
  schema: JsonSchema,
  preview: Preview.optional(),
  digest: z.string(),
  decisions: z.array(Decision),
  evidence: Evidence.optional(),
  attempt: z.int(),
  /** What hooks said of it before it began. */
  hooks: z.array(HookRun).optional(),
  startedAt: Instant.optional(),
  expiresAt: Instant.optional(),
  ...storedMarks,
}

const WaitingCall = z.object({
  ...base,
  state: z.literal('waiting'),
  why: WaitingReason,
  since: Instant,
  effective: Invocation.optional(),
})

/**
 * `effective`: exactly these arguments run. `startsAt`: held until then. `was`: why it waited before, which is
 * restored if the approval is undone. `heldBy`: an earlier write that was given up on and may still be running.
 */
const ApprovedCall = z.object({
  ...base,
  state: z.literal('approved'),
  by: Decider,
  effective: Invocation,
  was: WaitingReason.optional(),
  startsAt: Instant.optional(),
  heldBy: HeldBy.optional(),
})

/** Written before the effect, with the lease epoch under which it runs. */
const ExecutingCall = z.object({
  ...base,
  state: z.literal('executing'),
  by: Decider,
  effective: Invocation,
  epoch: z.int(),
  startedAt: Instant,
})

const SettledCall = z.object({
  ...base,
  state: z.literal('settled'),
  effective: Invocation.optional(),
  result: Result,
  endedAt: Instant,
})

export const Call = z.discriminatedUnion('state', [WaitingCall, ApprovedCall, ExecutingCall, SettledCall])
export type Call = z.infer<typeof Call>
export type WaitingCall = z.infer<typeof WaitingCall>
export type ApprovedCall = z.infer<typeof ApprovedCall>
export type ExecutingCall = z.infer<typeof ExecutingCall>
export type SettledCall = z.infer<typeof SettledCall>

/** A CallSet without its Calls; `size` is their number. */
export const CallSetHead = z.object({
  id: z.string(),
  sessionId: z.string(),
  origin: z.enum(['model', 'person', 'elicitation']),
  runId: z.string().optional(),
  request: z.int().optional(),
  size: z.int(),
  createdAt: Instant,
})
export type CallSetHead = z.infer<typeof CallSetHead>

/** All Calls of one Request, or of a person or an elicitation. */
export const CallSet = CallSetHead.extend({ calls: z.array(Call) })
export type CallSet = z.infer<typeof CallSet>
