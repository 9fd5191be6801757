import { addUsage } from '@/lib/domain/run/spending'
import type { Call, CallSet, CallSetHead } from '../call/call'
import { isOpen, isWaiting } from '../call/call-state'
import type { Run } from '../run/run'
import type { Event, EventData, StreamEvent } from './event'
import { isActivity, isKnownEvent } from './event-kind'
import type { NextCall, Session, SessionState } from './session'
import type { SessionView } from './session-view'

export type { SessionView }

/** How many entries a SessionView contains; older ones are loaded on demand. */
export const TRANSCRIPT_TAIL = 50

/** The parts read from rows or folded from events; the rest of a SessionView is derived from them. */
export type ViewParts = Omit<SessionView, 'pendingSet' | 'pendingSets' | 'usage'>

/** Derives the rest of a view from its parts. Both the server's query and the fold end here. */
export function completeView(parts: ViewParts): SessionView {
  const pendingSets = parts.openSets.filter(set => set.calls.some(isWaiting))
  const waiting = pendingSets.flatMap(set => set.calls).filter(isWaiting)
  const pendingCalls = waiting.length
  const state = sessionState({ active: parts.activeRun, last: parts.lastRun, pendingCalls })
  const session: Session = { ...parts.session, state, pendingCalls, nextCall: toNextCall(waiting[0]) }
  const pendingSet = pendingSets.find(set => set.origin === 'model')
  return { ...parts, session, pendingSet, pendingSets, usage: session.usage }
}

const toNextCall = (call: Call | undefined): NextCall | undefined =>
  call && { tool: call.tool, summary: call.preview?.summary ?? '', codedText: call.preview?.codedText }

/** The state of a session: by its active Run, else by waiting Calls, else by how the last Run ended. */
export function sessionState({
  active,
  last,
  pendingCalls,
}: {
  active: { status: string } | undefined
  last: Pick<Run, 'error'> | undefined
  pendingCalls: number
}): SessionState {
  if (active) return active.status === 'waiting' ? 'waiting' : 'running'
  if (pendingCalls > 0) return 'waiting'
  return last?.error === undefined ? 'idle' : 'error'
}

/**
 * The one fold over events, for the browser and the tests. An event that was already applied changes nothing. One of
 * an unknown kind is counted, but its effect is unknown: the caller reloads the view, as after a gap.
 */
export function applyEvent(view: SessionView, event: StreamEvent): SessionView {
  if (event.seq <= view.seq) return view
  const session = isActivity(event.type) ? { ...view.session, updatedAt: event.at } : view.session
  const parts = { ...view, seq: event.seq, session }
  if (!isKnownEvent(event)) return completeView(parts)
  return completeView({ ...parts, ...changeBy(parts, event) })
}

function changeBy(view: ViewParts, event: Event): Partial<ViewParts> {
  switch (event.type) {
    case 'session.changed':
      return { session: { ...event.data.session, updatedAt: event.at } }
    case 'run.queued':
      return view.activeRun ? {} : { activeRun: event.data.run }
    case 'run.started':
    case 'run.waiting':
    case 'run.changed':
      return { activeRun: event.data.run }
    case 'run.ended':
      return {
        lastRun: laterEnded(view.lastRun, event.data.run),
        ...(view.activeRun?.id === event.data.run.id ? { activeRun: undefined } : {}),
      }
    case 'message.added':
      return { transcript: [...view.transcript, event.data.entry] }
    case 'message.ended':
      return {
        transcript: view.transcript.map(entry =>
          entry.id === event.data.entry.id ? event.data.entry : entry,
        ),
      }
    case 'call.proposed':
      return { openSets: withCall(withSet(view.openSets, event.data.set), event.data.call) }
    case 'call.waiting':
    case 'call.decided':
    case 'call.held':
    case 'call.checked':
    case 'call.started':
    case 'call.ended':
      return { openSets: withCall(view.openSets, event.data.call) }
    case 'request.ended':
      return withRequest(view, event.data)
    case 'context.compacted':
    case 'context.trimmed':
      return { context: view.context && { ...view.context, ...event.data.after } }
    case 'context.restored':
      return withRestored(view, event.data)
    case 'queue.changed':
      return { queue: event.data.items }
    case 'plan.revised':
      return { plan: event.data.plan }
    case 'state.changed':
      return { state: event.data.state, stateRevision: event.data.revision }
    default:
      event.type satisfies UnshownEvent
      return {}
  }
}

type UnshownEvent =
  | 'request.started'
  | 'context.compacting'
  | 'parse.issue'
  | 'loop.warning'
  | 'health.changed'
  | 'policy.changed'
  | 'hook.ran'
  | 'memory.recalled'
  | 'memory.stored'
  | 'secret.released'
  | 'session.deleted'

/** The later of two ended Runs, in the same order in which rows are read. */
function laterEnded(one: Run | undefined, other: Run): Run {
  if (!one?.endedAt || !other.endedAt || one.endedAt < other.endedAt) return other
  return one.endedAt > other.endedAt || one.number > other.number ? one : other
}

const withRequest = (
  { session }: ViewParts,
  { usage, context }: EventData<'request.ended'>,
): Partial<ViewParts> => ({
  ...(usage ? { session: { ...session, usage: addUsage(session.usage, usage) } } : {}),
  ...(context ? { context } : {}),
})

const withRestored = (
  { context, transcript }: ViewParts,
  { compactionId: id, size }: EventData<'context.restored'>,
): Partial<ViewParts> => ({
  context: context && { ...context, ...size },
  transcript: transcript.map(entry =>
    entry.id === id && entry.compaction
      ? { ...entry, compaction: { ...entry.compaction, undone: true } }
      : entry,
  ),
})

const withSet = (sets: CallSet[], head: CallSetHead): CallSet[] =>
  sets.some(set => set.id === head.id) ? sets : [...sets, { ...head, calls: [] }]

/** Puts the Call in its place. A set is removed once all of its Calls are present and settled. */
function withCall(sets: CallSet[], call: Call): CallSet[] {
  return sets
    .map(set => {
      if (set.id !== call.setId) return set
      const at = set.calls.findIndex(other => other.id === call.id)
      if (at !== -1) return { ...set, calls: set.calls.with(at, call) }
      return { ...set, calls: [...set.calls, call].sort((a, b) => a.index - b.index) }
    })
    .filter(set => set.calls.length < set.size || set.calls.some(isOpen))
}
