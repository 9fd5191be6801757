import * as z from 'zod'
import { changeSize } from '../call/argument-changes'
import { ResultKind, type SettledCall } from '../call/call'
import { decisionOf } from '../call/call-state'
import { Decider, DecisionKind, SeenExtent } from '../call/decision'
import { Picture } from '../call/picture'
import { OptionalText } from '../coded-text'
import { Author } from '../contract/person-item'
import { Instant } from '../instant'
import { Reason } from '../policy/reason'
import { CompactionLine } from '../run/compaction'
import { MessageFile } from '../run/message'
import { Outcome } from '../run/run'
import { storedMarks } from './stored-marks'

/** What a Result comes to: lines that were read, how a command ended and after how long, what a server answered. */
const ResultFacts = z.object({
  lines: z.int().optional(),
  exitCode: z.int().optional(),
  ms: z.int().optional(),
  status: z.int().optional(),
  bytes: z.int().optional(),
})
type ResultFacts = z.infer<typeof ResultFacts>

/** The line about a Call that the transcript shows with its Result. */
const CallLine = z.object({
  tool: z.string(),
  summary: z.string(),
  codedText: OptionalText,
  result: ResultKind,
  decided: DecisionKind.optional(),
  by: Decider.optional(),
  seen: SeenExtent.optional(),
  /** Why, where a Rule or a Mode decided. */
  reason: Reason.optional(),
  digest: z.string(),
  isLatent: z.literal(true).optional(),
  /** It changed nothing. */
  isRead: z.literal(true).optional(),
  facts: ResultFacts.optional(),
  /** What was changed of it before it ran. */
  change: z.object({ names: z.array(z.string()), added: z.int(), removed: z.int() }).optional(),
  images: z.array(Picture).optional(),
})
export type CallLine = z.infer<typeof CallLine>

export const EntryKind = z.enum(['user', 'assistant', 'result', 'summary', 'notice', 'correction'])
export type EntryKind = z.infer<typeof EntryKind>

/** One immutable piece of the transcript. `text` is what people read, without protocol markup. */
export const Entry = z.object({
  id: z.string(),
  seq: z.int(),
  runId: z.string().optional(),
  kind: EntryKind,
  text: z.string(),
  /** Of a text that the server made: the same in words that can be said in other languages. */
  codedText: OptionalText,
  /** Whose message it is. */
  by: Author.optional(),
  reasoning: z.string().optional(),
  callId: z.string().optional(),
  call: CallLine.optional(),
  /** Set on the notice where a Run ended other than with an answer. */
  outcome: Outcome.optional(),
  /** Set on the entry where messages left the model's view; its id is the compaction's. */
  compaction: CompactionLine.optional(),
  attachments: z.array(MessageFile).optional(),
  at: Instant,
  ...storedMarks,
})
export type Entry = z.infer<typeof Entry>

/** What the transcript stores about a Call besides its Result. */
export function callLine(call: SettledCall): CallLine {
  const decision = decisionOf(call)
  const facts = factsOf(call)
  const isChanged = call.effective && call.effective.argumentsText !== call.proposed.argumentsText
  const isByPolicy = decision
    ? ['rule', 'mode', 'hook', 'schedule'].includes(decision.by.type)
    : call.result.kind === 'denied'
  return {
    tool: call.tool,
    summary: call.preview?.summary ?? '',
    ...(call.preview?.codedText ? { codedText: call.preview.codedText } : {}),
    result: call.result.kind,
    decided: decision?.kind,
    by: decision?.by,
    seen: decision?.seen,
    ...(isByPolicy && call.reason ? { reason: call.reason } : {}),
    digest: call.digest,
    ...(call.method === 'latent' ? { isLatent: true as const } : {}),
    ...(call.readOnly ? { isRead: true as const } : {}),
    ...(facts ? { facts } : {}),
    ...(isChanged && call.effective ? { change: changeSize(call.proposed, call.effective) } : {}),
    ...(call.result.images ? { images: call.result.images } : {}),
  }
}

function factsOf({ result, startedAt, endedAt }: SettledCall): ResultFacts | undefined {
  const { from, to, exitCode, status, bytes } = result.details ?? {}
  const ms = startedAt ? { ms: Date.parse(endedAt) - Date.parse(startedAt) } : {}
  if (isWhole(exitCode)) return { exitCode, ...ms }
  if (isWhole(status) && isWhole(bytes)) return { status, bytes }
  return isWhole(from) && isWhole(to) ? { lines: to - from + 1 } : undefined
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
