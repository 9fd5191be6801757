import { describe, expect, test } from 'vitest'
import {
  approvedCall,
  aRun,
  aSession,
  aSet,
  at,
  aView,
  NOW,
  OK,
  PERSON,
  settledCall,
  waitingCall,
} from '@/test/factories'
import { settled } from '../call/transitions'
import type { QueueItem } from '../run/message'
import { setHead } from '../run/run-changes'
import { NO_USAGE } from '../run/usage'
import type { Entry } from './entry'
import type { Event, EventData, EventType } from './event'
import { applyEvent, completeView, type SessionView, sessionState } from './view'

let seq = 0
const event = <T extends EventType>(type: T, data: EventData<T>, more: { seq?: number } = {}): Event => {
  seq = more.seq ?? seq + 1
  return { type, sessionId: 'session', seq, at: at(seq), data } as Event
}
const folded = (view: SessionView, ...events: Event[]): SessionView => events.reduce(applyEvent, view)

const waitingRun = aRun({ status: 'waiting' })
const proposed = (set: ReturnType<typeof aSet>) =>
  set.calls.map(call => event('call.proposed', { call, set: setHead(set) }))

describe('the fold', () => {
  test('counts up, and takes an event that it has seen for none', () => {
    seq = 0
    const once = folded(aView(), event('run.queued', { run: aRun() }))
    expect(once.seq).toBe(1)
    expect(applyEvent(once, event('run.ended', { run: aRun({ status: 'ended' }) }, { seq: 1 }))).toBe(once)
    expect(once.session.updatedAt).toBe(at(1))
  })

  test('moves the session up in lists by what is said, waits or ends, and by nothing in between', () => {
    seq = 0
    const started = folded(aView(), event('run.started', { run: aRun() }))
    expect(started.session.updatedAt).toBe(aView().session.updatedAt)
    expect(folded(started, event('run.waiting', { run: waitingRun })).session.updatedAt).toBe(at(2))
  })

  test('counts an event of a kind that it does not know, and changes nothing else', () => {
    const view = aView()
    const data = { call: { id: 'a' }, unknown: true as const }
    const after = applyEvent(view, { type: 'call.delegated', sessionId: 'session', seq: 7, at: at(7), data })
    expect(after).toEqual({ ...view, seq: 7 })
    const strange = { run: { status: 'dreaming' }, unknown: true as const }
    const of = { type: 'run.changed', sessionId: 'session', at: at(8) }
    expect(applyEvent(after, { ...of, seq: 8, data: strange }).activeRun).toBe(view.activeRun)
  })

  test('follows a Run from the queue to its end', () => {
    seq = 0
    const queued = folded(aView(), event('run.queued', { run: aRun({ status: 'queued' }) }))
    expect(queued).toMatchObject({ activeRun: { status: 'queued' }, session: { state: 'running' } })
    const waiting = folded(
      queued,
      event('run.started', { run: aRun() }),
      event('run.waiting', { run: waitingRun }),
    )
    expect(waiting).toMatchObject({ activeRun: { status: 'waiting' }, session: { state: 'waiting' } })
    const ended = folded(waiting, event('run.ended', { run: aRun({ status: 'ended', endedAt: NOW }) }))
    expect(ended.activeRun).toBeUndefined()
    expect(ended).toMatchObject({ lastRun: { status: 'ended' }, session: { state: 'idle' } })
  })

  test('a Run that is queued behind another does not take its place', () => {
    seq = 0
    const view = folded(
      aView({ activeRun: aRun() }),
      event('run.queued', { run: aRun({ id: 'next', status: 'queued' }) }),
      event('run.ended', { run: aRun({ id: 'next', status: 'ended', endedAt: NOW }) }),
    )
    expect(view).toMatchObject({ activeRun: { id: 'run' }, lastRun: { id: 'next' } })
  })

  test('of Runs that ended at once the one with the higher number is the last, as rows say', () => {
    seq = 0
    const ended = (number: number, endedAt = NOW) =>
      event('run.ended', { run: aRun({ id: `run-${number}`, number, status: 'ended', endedAt }) })
    expect(folded(aView(), ended(3), ended(2)).lastRun?.number).toBe(3)
    expect(folded(aView(), ended(3), ended(2, at(1))).lastRun?.number).toBe(2)
  })

  test('keeps a set until all of its Calls are there and settled', () => {
    seq = 0
    const set = aSet([waitingCall(), settledCall({ index: 1 })])
    const [first, second] = proposed(set)
    if (!first || !second) throw new Error('A set of two Calls is proposed by two events.')
    const begun = folded(aView({ activeRun: waitingRun }), second)
    expect(begun.openSets[0]?.calls).toHaveLength(1)
    const whole = folded(begun, { ...first, seq: 3 })
    expect(whole.pendingSet?.calls.map(call => call.index)).toEqual([0, 1])
    expect(whole.session.pendingCalls).toBe(1)
    seq = 3
    const decided = folded(
      whole,
      event('call.decided', { call: approvedCall(), kind: 'approve', by: PERSON }),
    )
    expect(decided).toMatchObject({ pendingSets: [], session: { pendingCalls: 0 } })
    expect(decided.openSets).toHaveLength(1)
    const call = settled(approvedCall(), OK, NOW)
    expect(folded(decided, event('call.ended', { call })).openSets).toEqual([])
  })

  test('gives the pending set of the model its own place, beside others', () => {
    const asked = aSet([waitingCall({ id: 'asked', setId: 'asked' })], { id: 'asked', origin: 'elicitation' })
    const view = completeView({ ...aView(), openSets: [asked, aSet([waitingCall()])] })
    expect(view.pendingSet?.id).toBe('set')
    expect(view.pendingSets.map(set => set.id)).toEqual(['asked', 'set'])
    expect(view.session.pendingCalls).toBe(2)
    expect(view.session.nextCall).toEqual({ tool: 'write_file', summary: expect.any(String) })
  })

  test('adds entries, and an ended one takes its own place', () => {
    seq = 0
    const entry = (id: string, text: string): Entry => ({ id, seq: 1, kind: 'assistant', text, at: NOW })
    const view = folded(
      aView(),
      event('message.added', { entry: entry('a', 'one') }),
      event('message.added', { entry: entry('b', 'two') }),
      event('message.ended', { entry: entry('a', 'one, to the end') }),
    )
    expect(view.transcript.map(one => one.text)).toEqual(['one, to the end', 'two'])
  })

  test('adds up usage, shows the queue, and takes settings as they are', () => {
    seq = 0
    const item: QueueItem = { id: 'q', runId: 'run', mode: 'steer', text: 'Also this', createdAt: NOW }
    const usage = { ...NO_USAGE, inputTokens: 3, totalTokens: 3 }
    const request = { runId: 'run', number: 1, model: 'm' }
    const view = folded(
      aView(),
      event('session.changed', { session: aSession({ title: 'Renamed', updatedAt: NOW }) }),
      event('request.started', request),
      event('request.ended', { ...request, usage }),
      event('request.ended', { ...request, usage }),
      event('request.ended', request),
      event('queue.changed', { items: [item] }),
    )
    expect(view).toMatchObject({ usage: { inputTokens: 6, totalTokens: 6 }, queue: [item] })
    expect(view.session.title).toBe('Renamed')
  })

  test('a session was changed when its last event came', () => {
    seq = 0
    const view = folded(aView(), event('session.changed', { session: aSession({ updatedAt: NOW }) }))
    expect(view.session.updatedAt).toBe(at(1))
  })

  test('lets pass what changes nothing that is shown', () => {
    seq = 0
    const view = aView({ activeRun: aRun() })
    const issue = { runId: 'run', number: 1, reason: 'r', excerpt: 'e' }
    const same = folded(view, event('parse.issue', issue), event('session.deleted', { sessionId: 'session' }))
    expect({ ...same, seq: 0, session: view.session }).toEqual(view)
  })
})

describe('the state of a session', () => {
  test.each([
    ['idle without any Run', undefined, undefined, 'idle'],
    ['running while one is queued', { status: 'queued' }, undefined, 'running'],
    ['running while one is at work', { status: 'running' }, { error: 'before' }, 'running'],
    ['waiting while one waits', { status: 'waiting' }, undefined, 'waiting'],
    ['idle after a good end', undefined, {}, 'idle'],
    ['an error after a bad one', undefined, { error: 'It broke.' }, 'error'],
    ['waiting where a call waits without a Run', undefined, { error: 'It broke.' }, 'waiting', 1],
    ['that of the Run where there is one', { status: 'running' }, undefined, 'running', 1],
  ] as const)('is %s', (...[, active, last, state, pendingCalls = 0]) => {
    expect(sessionState({ active, last, pendingCalls })).toBe(state)
  })
})
