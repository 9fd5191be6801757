import * as z from 'zod'
import { Call, CallSetHead } from '../call/call'
import { Decider, DecisionKind } from '../call/decision'
import { OptionalText } from '../coded-text'
import { Author } from '../contract/person-item'
import { HookRun } from '../hooks/hook'
import type { Instant } from '../instant'
import { MemoryRecalled, MemoryStored } from '../memory/memory'
import { Rule } from '../policy/rule'
import { Secret } from '../policy/secret'
import { CompactionReason, ContextMeter, ContextSize } from '../run/compaction'
import { LoopKind } from '../run/loop-guard'
import { QueueItem } from '../run/message'
import { Run } from '../run/run'
import { Usage } from '../run/usage'
import { Recovery } from '../run/work-state'
import { Entry } from './entry'
import { Plan } from './plan'
import { Session } from './session'
import { State } from './state'

const run = z.object({ run: Run })
const call = z.object({ call: Call })
const entry = z.object({ entry: Entry })
const compaction = z.object({ compactionId: z.string() })
const request = z.object({ runId: z.string(), number: z.int(), model: z.string() })

/** The durable events of a session, each with its data: enough to fold the SessionView from. */
export const EVENTS = {
  'session.changed': z.object({ session: Session, by: Author.optional() }),
  'run.queued': run,
  'run.started': run,
  'run.waiting': run,
  'run.changed': run,
  'run.ended': run,
  'request.started': request,
  'request.ended': request.extend({
    usage: Usage.optional(),
    finishReason: z.string().optional(),
    failureMessage: OptionalText,
    firstTokenAt: z.string().optional(),
    context: ContextMeter.optional(),
  }),
  'context.compacting': request.omit({ model: true }).extend({ why: CompactionReason }),
  'context.compacted': compaction.extend({
    before: ContextSize,
    after: ContextSize,
    method: z.literal('summary'),
  }),
  'context.trimmed': compaction.extend({ before: ContextSize, after: ContextSize, dropped: z.int() }),
  'context.restored': compaction.extend({ size: ContextSize, by: z.string() }),
  'message.added': entry,
  'message.ended': entry,
  'call.proposed': call.extend({ set: CallSetHead }),
  'call.waiting': call,
  'call.decided': call.extend({ kind: DecisionKind, by: Decider }),
  'call.held': call,
  'call.checked': call,
  'call.started': call,
  'call.ended': call,
  'parse.issue': request.omit({ model: true }).extend({ reason: z.string(), excerpt: z.string() }),
  'loop.warning': z.object({ runId: z.string(), kind: LoopKind, count: z.int() }),
  'health.changed': Recovery.pick({ runId: true, state: true, count: true }).extend({
    recovery: z.enum(['requested', 'completed']),
    epoch: z.int(),
  }),
  'plan.revised': z.object({ plan: Plan, callId: z.string().optional() }),
  'state.changed': z.object({ state: State, revision: z.int(), callId: z.string().optional() }),
  'memory.recalled': MemoryRecalled,
  'memory.stored': MemoryStored,
  'secret.released': z.object({ secret: Secret }),
  'hook.ran': HookRun.omit({ key: true, argumentsText: true }).extend({
    runId: z.string().optional(),
    callId: z.string().optional(),
  }),
  'queue.changed': z.object({ items: z.array(QueueItem) }),
  'policy.changed': z.object({ rule: Rule, removed: z.literal(true).optional(), by: Author.optional() }),
  'session.deleted': z.object({ sessionId: z.string() }),
} as const

export type EventType = keyof typeof EVENTS
export type EventData<T extends EventType> = z.infer<(typeof EVENTS)[T]>

/** One numbered durable event: in each session `seq` runs 1, 2, 3 … without gaps. */
export type Event = {
  [T in EventType]: { type: T; sessionId: string; seq: number; at: Instant; data: EventData<T> }
}[EventType]

/**
 * An Event of a kind that this program does not know or cannot read, because a newer version wrote it. It is delivered
 * as stored, and its data says so.
 */
type UnknownEvent = Pick<Event, 'sessionId' | 'seq' | 'at'> & {
  type: string
  data: Record<string, unknown> & { unknown: true }
}

/** What the stream of a session delivers. */
export type StreamEvent = Event | UnknownEvent

/** An Event of a session as it was when it was committed. */
export type Fact = FactOf<Event>
type FactOf<E> = E extends Event ? Omit<E, 'sessionId'> : never

const text = { offset: z.int(), text: z.string() }

/** When text comes in blocks: the offset at which the block of a piece begins. */
const block = { block: z.int().optional() }

/** Which Request is being answered. If an attempt fails, the next one starts again from offset 0. */
const answering = { runId: z.string(), number: z.int(), attempt: z.int() }

/**
 * Text while it is written, never stored. Offsets are in UTF-16 units from the start of that text. A Call that is
 * being written has the id under which it will be stored if the answer completes.
 */
export const DELTAS = {
  'text.delta': z.object({ ...answering, ...text, ...block }),
  'reasoning.delta': z.object({ ...answering, ...text, ...block }),
  'call.arguments.delta': z.object({ callId: z.string(), tool: z.string(), ...answering, ...text }),
  'call.output.delta': z.object({ callId: z.string(), ...text }),
} as const

/** The progress of the answer to a Request, sent from time to time, in characters. */
export const Progress = z.object({
  ...answering,
  firstTokenAt: z.string().optional(),
  chars: z.object({ text: z.int(), reasoning: z.int(), arguments: z.int() }),
})

/** Who else has the session open; nobody is told of themselves. */
export const Present = z.object({ people: z.array(Author) })
export type Present = z.infer<typeof Present>

/** What a stream delivers besides Events: it has no number and is never repeated. */
export const PASSING = { ...DELTAS, 'request.progress': Progress, presence: Present } as const

export type PassingType = keyof typeof PASSING
export type DeltaType = keyof typeof DELTAS
export type Delta = {
  [T in DeltaType]: { type: T; sessionId: string; data: z.infer<(typeof DELTAS)[T]> }
}[DeltaType]

export const isEventType = (type: string): type is EventType => type in EVENTS
