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

type CallEvent = EventOf<`call.${'proposed' | 'waiting' | 'decided' | 'held' | 'started' | 'ended'}`>
const isCallEvent = (event: Event): event is CallEvent => event.type.startsWith('call.')

/** Events that belong to no place in the story: what they tell of is seen elsewhere. */
const TELLS_NOTHING = new Set<string>(['session.changed', 'session.deleted', 'queue.changed'])

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
  events: Event[]
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
  words?: Entry
  items: (StoryCall | StoryLine)[]
  events: Event[]
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
  events: Event[]
}

/**
 * Events as what happened, in the order in which it began. Each Event is in one place: by itself as a line, or among the
 * events of what it tells of. `between`: what belongs to no Run. `other`: what tells of none of this.
 */
export type SessionStory = {
  runs: StoryRun[]
  between: (StoryCall | StoryLine)[]
  other: StreamEvent[]
}

/** The story of a session, or of a part of it: what came before the first of the Events may be missing. */
export function sessionStory(events: StreamEvent[]): SessionStory {
  const teller = new Storyteller()
  for (const event of events) teller.add(event)
  return teller.story
}

/** Where Calls and lines can stand. */
type Place = { items: { push: (item: StoryCall | StoryLine) => unknown } }

class Storyteller {
  readonly story: SessionStory = { runs: [], between: [], other: [] }
  private readonly runs = new Map<string, StoryRun>()
  private readonly requests = new Map<number, StoryRequest>()
  private readonly calls = new Map<string, StoryCall>()
  /** The Request of each Run that was told of last. */
  private readonly latest = new Map<string, StoryRequest>()
  /** Where each Call stands. */
  private readonly places = new Map<string, Place>()
  /** Among which events each entry was told of. */
  private readonly entries = new Map<string, Event[]>()
  private current: StoryRun | undefined

  add(event: StreamEvent): void {
    if (!isKnownEvent(event)) this.story.other.push(event)
    else if (isRunEvent(event)) this.addRun(event)
    else if (isRequestEvent(event)) this.addRequest(event)
    else if (isCallEvent(event)) this.addCall(event)
    else if (event.type === 'message.added') this.addEntry(event)
    else if (event.type === 'message.ended')
      (this.entries.get(event.data.entry.id) ?? this.story.other).push(event)
    else if (TELLS_NOTHING.has(event.type)) this.story.other.push(event)
    else this.addLine(event, this.placeOfLine(event))
  }

  private placeOfLine(event: Event): Place {
    switch (event.type) {
      case 'parse.issue':
        return this.requestOf(event.data.runId, event.data.number)
      case 'loop.warning':
        return this.runOf(event.data.runId)
      case 'memory.recalled':
        return event.data.runId ? this.runOf(event.data.runId) : this.placeOf(event.data.callId)
      case 'memory.stored':
      case 'plan.revised':
      case 'state.changed':
        return this.placeOf(event.data.callId)
      default:
        return this.placeOf(undefined)
    }
  }

  private addLine(event: Event, place: Place): void {
    place.items.push({ kind: 'line', event })
  }

  private addRun(event: RunEvent): void {
    const { run } = event.data
    const told = this.runOf(run.id)
    told.run = run
    told.events.push(event)
    if (event.type === 'run.queued' || event.type === 'run.started') told.isWhole ||= told.events.length === 1
    if (run.status === 'running' || run.status === 'waiting') this.current = told
    if (run.status === 'ended' && this.current === told) this.current = undefined
  }

  private addRequest(event: RequestEvent): void {
    const { runId, number } = event.data
    const request = this.requestOf(runId, number)
    this.current ??= this.runs.get(runId)
    request.events.push(event)
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
    const told = this.calls.get(call.id) ?? this.newCall(event)
    told.call = call
    told.events.push(event)
    if (event.type === 'call.decided') told.decisions.push(event)
    if (event.type !== 'call.waiting') close(told.waits, event.at)
    if (event.type !== 'call.held' && event.type !== 'call.proposed') close(told.executions, event.at)
    if (event.type === 'call.waiting') open(told.waits, event.at)
    if (event.type === 'call.started') open(told.executions, event.at)
  }

  /** A Call that was proposed before the first of the Events belongs to the Run that is at work. */
  private newCall(event: CallEvent): StoryCall {
    const { call } = event.data
    const told: StoryCall = {
      kind: 'call',
      call,
      decisions: [],
      waits: [],
      executions: [],
      events: [],
    }
    this.calls.set(call.id, told)
    const set = event.type === 'call.proposed' ? event.data.set : null
    const place = this.placeOfSet(set, call)
    place.items.push(told)
    this.places.set(call.id, place)
    return told
  }

  private placeOfSet(set: EventOf<'call.proposed'>['data']['set'] | null, call: Call): Place {
    if (set?.runId && set.request !== undefined) return this.requestOf(set.runId, set.request)
    if (set?.runId) return this.runOf(set.runId)
    return set || isByPerson(call) ? { items: this.story.between } : this.placeOf(undefined)
  }

  private addEntry(event: EventOf<'message.added'>): void {
    const { entry } = event.data
    const events = this.entryEvents(event)
    if (events) events.push(event)
    else this.addLine(event, entry.runId ? this.runOf(entry.runId) : this.placeOf(entry.callId))
    if (events) this.entries.set(entry.id, events)
  }

  /** The events of what an entry belongs to; null for one that stands for itself. */
  private entryEvents({ data: { entry } }: EventOf<'message.added'>): Event[] | null {
    const run = entry.runId ? this.runOf(entry.runId) : undefined
    const call = entry.callId ? this.calls.get(entry.callId) : undefined
    if (call && (entry.kind === 'result' || entry.kind === 'correction')) {
      if (entry.kind === 'result') call.entry = entry.seq
      return call.events
    }
    if (run && entry.kind === 'user' && !run.message && run.items.length === 0) {
      run.message = entry
      return run.events
    }
    const request = run && this.latest.get(run.id)
    if (request && entry.kind === 'assistant' && !request.words) {
      request.words = entry
      return request.events
    }
    // What these say is told by an event of its own.
    if (run && (entry.outcome || entry.compaction)) return run.events
    return null
  }

  private runOf(id: string): StoryRun {
    const told = this.runs.get(id)
    if (told) return told
    const run: StoryRun = { id, isWhole: false, items: [], events: [] }
    this.runs.set(id, run)
    this.story.runs.push(run)
    return run
  }

  private requestOf(runId: string, number: number): StoryRequest {
    const told = this.requests.get(number)
    if (told) return told
    const request: StoryRequest = { kind: 'request', number, model: '', items: [], events: [] }
    this.requests.set(number, request)
    this.latest.set(runId, request)
    this.runOf(runId).items.push(request)
    return request
  }

  /** Where what came of a Call stands, or what nothing is known of but its time. */
  private placeOf(callId: string | undefined): Place {
    const place = callId === undefined ? undefined : this.places.get(callId)
    return place ?? this.current ?? { items: this.story.between }
  }
}

const open = (times: StoryTime[], from: string): void => {
  if (times.at(-1)?.to !== undefined || times.length === 0) times.push({ from })
}

const close = (times: StoryTime[], to: string): void => {
  const last = times.at(-1)
  if (last && last.to === undefined) last.to = to
}
