import type { Call } from '@/lib/domain/call/call'
import { isByPerson } from '@/lib/domain/call/call-state'
import type { CompactionReason } from '@/lib/domain/run/compaction'
import type { Run } from '@/lib/domain/run/run'
import type { Usage } from '@/lib/domain/run/usage'
import type { Entry } from '@/lib/domain/session/entry'
import type { Event, EventType, StreamEvent } from '@/lib/domain/session/event'
import { isKnownEvent } from '@/lib/domain/session/event-kind'

/** A time from one moment to another; the end is missing as long as it goes on. */
export type StoryTime = { from: string; to?: string }

type EventOf<T extends EventType> = Extract<Event, { type: T }>

type RunEvent = EventOf<`run.${'queued' | 'started' | 'waiting' | 'changed' | 'ended'}`>
const isRunEvent = (event: Event): event is RunEvent => event.type.startsWith('run.')

type RequestEvent = EventOf<'request.started' | 'request.ended' | 'context.compacting'>
const isRequestEvent = (event: Event): event is RequestEvent =>
  event.type.startsWith('request.') || event.type === 'context.compacting'

type CallEvent =
  EventOf<`call.${'proposed' | 'waiting' | 'decided' | 'held' | 'checked' | 'started' | 'ended'}`>
const isCallEvent = (event: Event): event is CallEvent => event.type.startsWith('call.')

/** Events that belong to no place in the story: what they tell of is seen elsewhere. */
const TELLS_NOTHING = new Set<string>([
  'session.changed',
  'session.deleted',
  'queue.changed',
  'message.ended',
])

/** An Event that stands for itself. */
export type StoryLine = { kind: 'line'; event: Event }

/** A Call as it was last told of, with every decision about it. `entry`: the number of its result in the transcript. */
export type StoryCall = {
  kind: 'call'
  call: Call
  decisions: EventOf<'call.decided'>[]
  waits: StoryTime[]
  executions: StoryTime[]
  entry?: number
}

/** `words`: what the model said in its answer. `compacts`: why it was asked for a summary, if it was. */
export type StoryRequest = {
  kind: 'request'
  number: number
  model: string
  time?: StoryTime
  firstTokenAt?: string
  usage?: Usage
  finishReason?: string
  compacts?: CompactionReason
  codedText?: Entry
  items: (StoryCall | StoryLine)[]
}

/**
 * A Run from its message to its end. `run` is missing where nothing but a part of it is loaded that does not tell of it;
 * `isWhole`: its beginning is loaded.
 */
export type StoryRun = {
  id: string
  run?: Run
  isWhole: boolean
  message?: Entry
  items: (StoryRequest | StoryCall | StoryLine)[]
}

/** Events as what happened, in the order in which it began. `between`: what belongs to no Run. */
export type SessionStory = { runs: StoryRun[]; between: (StoryCall | StoryLine)[] }

/** The story of a session, or of a part of it: what came before the first of the Events may be missing. */
export function sessionStory(events: StreamEvent[]): SessionStory {
  const teller = new Storyteller()
  for (const event of events) teller.add(event)
  return teller.story
}

/** Where Calls and lines can stand. */
type Container = { items: { push: (item: StoryCall | StoryLine) => unknown } }

class Storyteller {
  readonly story: SessionStory = { runs: [], between: [] }
  private readonly runs = new Map<string, StoryRun>()
  private readonly requests = new Map<number, StoryRequest>()
  private readonly calls = new Map<string, StoryCall>()
  /** The Request of each Run that was told of last. */
  private readonly latest = new Map<string, StoryRequest>()
  /** Where each Call stands. */
  private readonly containers = new Map<string, Container>()
  private current: StoryRun | undefined

  add(event: StreamEvent): void {
    if (!isKnownEvent(event) || TELLS_NOTHING.has(event.type)) return
    if (isRunEvent(event)) this.addRun(event)
    else if (isRequestEvent(event)) this.addRequest(event)
    else if (isCallEvent(event)) this.addCall(event)
    else if (event.type === 'message.added') this.addEntry(event)
    else this.addLine(event, this.containerOfLine(event))
  }

  /** With what its data name: a Request, a Call, or a Run. */
  private containerOfLine({ data }: Event): Container {
    const { runId, callId, number } = data as { runId?: string; callId?: string; number?: number }
    if (runId && number !== undefined) return this.requestOf(runId, number)
    return runId && !callId ? this.runOf(runId) : this.containerOf(callId)
  }

  private addLine(event: Event, container: Container): void {
    container.items.push({ kind: 'line', event })
  }

  private addRun(event: RunEvent): void {
    const { run } = event.data
    const item = this.runOf(run.id)
    item.run = run
    if (event.type === 'run.queued' || event.type === 'run.started') item.isWhole ||= item.items.length === 0
    if (run.status === 'running' || run.status === 'waiting') this.current = item
    if (run.status === 'ended' && this.current === item) this.current = undefined
  }

  private addRequest(event: RequestEvent): void {
    const { runId, number } = event.data
    const request = this.requestOf(runId, number)
    this.current ??= this.runs.get(runId)
    if (event.type === 'context.compacting') request.compacts = event.data.why
    else request.model = event.data.model
    if (event.type === 'request.started') request.time ??= { from: event.at }
    if (event.type !== 'request.ended') return
    if (request.time) request.time.to = event.at
    const { usage, finishReason, firstTokenAt } = event.data
    Object.assign(request, { usage, finishReason, firstTokenAt })
  }

  private addCall(event: CallEvent): void {
    const { call } = event.data
    const item = this.calls.get(call.id) ?? this.newCall(event)
    item.call = call
    if (event.type === 'call.decided') item.decisions.push(event)
    if (event.type !== 'call.waiting') close(item.waits, event.at)
    if (event.type !== 'call.held' && event.type !== 'call.checked' && event.type !== 'call.proposed')
      close(item.executions, event.at)
    if (event.type === 'call.waiting') open(item.waits, event.at)
    if (event.type === 'call.started') open(item.executions, event.at)
  }

  /** A Call that was proposed before the first of the Events belongs to the Run that is at work. */
  private newCall(event: CallEvent): StoryCall {
    const { call } = event.data
    const item: StoryCall = { kind: 'call', call, decisions: [], waits: [], executions: [] }
    this.calls.set(call.id, item)
    const set = event.type === 'call.proposed' ? event.data.set : null
    const container = this.containerOfSet(set, call)
    container.items.push(item)
    this.containers.set(call.id, container)
    return item
  }

  private containerOfSet(set: EventOf<'call.proposed'>['data']['set'] | null, call: Call): Container {
    if (set?.runId && set.request !== undefined) return this.requestOf(set.runId, set.request)
    if (set?.runId) return this.runOf(set.runId)
    return set || isByPerson(call) ? { items: this.story.between } : this.containerOf(undefined)
  }

  private addEntry(event: EventOf<'message.added'>): void {
    const { entry } = event.data
    if (this.belongs(entry)) return
    this.addLine(event, entry.runId ? this.runOf(entry.runId) : this.containerOf(entry.callId))
  }

  /** Whether an entry is a part of something else that is told. */
  private belongs(entry: Entry): boolean {
    const { kind, seq } = entry
    const run = entry.runId ? this.runOf(entry.runId) : undefined
    const call = entry.callId ? this.calls.get(entry.callId) : undefined
    if (call && (kind === 'result' || kind === 'correction')) {
      if (kind === 'result') call.entry = seq
      return true
    }
    if (run && kind === 'user' && !run.message && run.items.length === 0) {
      run.message = entry
      return true
    }
    const request = run && this.latest.get(run.id)
    if (request && kind === 'assistant' && !request.codedText) {
      request.codedText = entry
      return true
    }
    // What these say is told by an event of its own.
    return run !== undefined && (entry.outcome !== undefined || entry.compaction !== undefined)
  }

  private runOf(id: string): StoryRun {
    const item = this.runs.get(id)
    if (item) return item
    const run: StoryRun = { id, isWhole: false, items: [] }
    this.runs.set(id, run)
    this.story.runs.push(run)
    return run
  }

  private requestOf(runId: string, number: number): StoryRequest {
    const item = this.requests.get(number)
    if (item) return item
    const request: StoryRequest = { kind: 'request', number, model: '', items: [] }
    this.requests.set(number, request)
    this.latest.set(runId, request)
    this.runOf(runId).items.push(request)
    return request
  }

  /** Where what came of a Call stands, or what nothing is known of but its time. */
  private containerOf(callId: string | undefined): Container {
    const container = callId === undefined ? undefined : this.containers.get(callId)
    return container ?? this.current ?? { items: this.story.between }
  }
}

const open = (times: StoryTime[], from: string): void => {
  if (times.at(-1)?.to !== undefined || times.length === 0) times.push({ from })
}

const close = (times: StoryTime[], to: string): void => {
  const last = times.at(-1)
  if (last && last.to === undefined) last.to = to
}
