import { idInFork } from '@/lib/text/fork-ids'
import type { Call, SettledCall } from '../call/call'
import type { Run } from '../run/run'
import type { Event, EventType, StreamEvent } from './event'
import { isKnownEvent } from './event-kind'
import { EMPTY_PLAN } from './plan'
import type { Session } from './session'
import { applyEvent, completeView, type SessionView } from './view'

/** Names of what has an id of its own in each session; what decided, was remembered or ruled is the same in all. */
const OWN = new Set([
  'id',
  'setId',
  'runId',
  'callId',
  'parentCallId',
  'reverts',
  'continuedFrom',
  'compactionId',
])

function inFork<T extends object>(forkId: string, thing: T): T {
  const renamed = Object.entries(thing).map(([name, value]) => {
    if (name === 'sessionId') return [name, forkId]
    return [name, OWN.has(name) && typeof value === 'string' ? idInFork(forkId, value) : value]
  })
  return Object.fromEntries(renamed) as T
}

/** An Event as the record of a fork tells it: the same fact, of what was copied. */
export function eventInFork(forkId: string, event: Event): Event {
  const data: object = { ...dataInFork(forkId, event), copied: true }
  return { ...event, sessionId: forkId, data } as Event
}

function dataInFork(forkId: string, event: Event): Event['data'] {
  const { data } = event
  if ('call' in data) {
    const call: Call = inFork(forkId, data.call)
    const decisions = call.decisions.map(decision => inFork(forkId, decision))
    const set = 'set' in data ? { set: inFork(forkId, data.set) } : {}
    return { ...data, ...set, call: { ...call, decisions } }
  }
  if ('run' in data) return { run: inFork(forkId, data.run) }
  if ('entry' in data) return { entry: inFork(forkId, data.entry) }
  if ('session' in data) return { session: { ...data.session, id: forkId } }
  if ('items' in data) return { items: data.items.map(item => inFork(forkId, item)) }
  return 'rule' in data || 'secret' in data ? data : inFork(forkId, data)
}

/** What only tells how something stood then goes with what came before it, whichever Event a fork was asked for. */
const GOES_WITH: ReadonlySet<string> = new Set<EventType>([
  ...(['message.ended', 'parse.issue', 'loop.warning', 'call.proposed', 'call.waiting'] as const),
  ...(['run.changed', 'run.waiting', 'run.ended', 'context.compacted', 'context.trimmed'] as const),
])

/** Whether an Event still belongs to a fork that was asked for up to `seq`, and so does each one before it. */
export const isInFork = (event: StreamEvent, seq: number): boolean =>
  event.seq <= seq || GOES_WITH.has(event.type)

/**
 * A session as its record tells it up to an Event: what of it was under way then. Its transcript is left to the rows.
 */
export class ForkPoint {
  seq = 0
  view: SessionView
  readonly runs = new Map<string, Run>()
  /** Calls that were settled, and whose Result did not stand in the transcript yet. `isTold`: that they had ended. */
  readonly unsaid = new Map<string, { call: SettledCall; isTold: boolean }>()
  /** Runs that something was said in. */
  readonly runsInTranscript = new Set<string>()
  request: { runId: string; number: number; model: string } | undefined
  /** The number of the last Request that had begun, of the last that had ended, and of the last Run. */
  readonly last = { begun: 0, ended: 0, run: 0 }
  /** Compactions that had been undone, and secrets that had been released. */
  readonly undone = new Set<string>()
  readonly released = new Set<number>()

  /** `session`: as it is now; where its record says how it was then, that counts. */
  constructor(session: Session) {
    const parts = { session, seq: 0, transcript: [], openSets: [], queue: [] }
    this.view = completeView({ ...parts, plan: EMPTY_PLAN, state: {}, stateRevision: 0 })
  }

  add(event: StreamEvent): void {
    this.seq = event.seq
    this.view = applyEvent({ ...this.view, transcript: [] }, event)
    if (isKnownEvent(event)) this.#note(event)
  }

  #note({ type, data }: Event): void {
    if ('run' in data) this.#noteRun(data.run)
    else if ('call' in data) this.#noteCall(data.call, type)
    else if (type === 'message.added') {
      const { runId, callId, kind } = data.entry
      if (runId) this.runsInTranscript.add(runId)
      if (kind === 'result' && callId) this.unsaid.delete(callId)
    } else if (type === 'request.started') {
      this.request = { runId: data.runId, number: data.number, model: data.model }
      this.last.begun = Math.max(this.last.begun, data.number)
    } else if (type === 'request.ended') {
      this.request = undefined
      this.last.ended = Math.max(this.last.ended, data.number)
    } else if (type === 'context.restored') this.undone.add(data.compactionId)
    else if (type === 'secret.released') this.released.add(data.secret.n)
  }

  #noteRun(run: Run): void {
    this.last.run = Math.max(this.last.run, run.number)
    if (run.status === 'ended') this.runs.delete(run.id)
    else this.runs.set(run.id, run)
  }

  #noteCall(call: Call, type: EventType): void {
    if (call.state === 'settled') this.unsaid.set(call.id, { call, isTold: type === 'call.ended' })
  }
}
