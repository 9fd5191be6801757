import { describe, expect, test } from 'vitest'
import { isByPerson } from '@/lib/domain/call/call-state'
import { withDecision } from '@/lib/domain/call/transitions'
import { setHead } from '@/lib/domain/run/run-changes'
import { NO_USAGE } from '@/lib/domain/run/usage'
import type { Entry } from '@/lib/domain/session/entry'
import type { Event, EventData, EventType } from '@/lib/domain/session/event'
import { EMPTY_PLAN } from '@/lib/domain/session/plan'
import {
  aDecision,
  approvedCall,
  aRun,
  aSet,
  at,
  executingCall,
  NOW,
  PERSON,
  settledCall,
  waitingCall,
} from '@/test/factories'
import { phasesOf } from './run-phases'
import {
  type SessionStory,
  type StoryCall,
  type StoryRequest,
  type StoryRun,
  sessionStory,
} from './session-story'

let seq = 0
const event = <T extends EventType>(type: T, data: EventData<T>, second = seq + 1): Event => {
  seq += 1
  return { type, sessionId: 'session', seq, at: at(second), data } as Event
}

const entry = (given: Partial<Entry>): Entry => ({
  id: `entry-${seq}`,
  seq: seq + 1,
  runId: 'run',
  kind: 'user',
  text: 'Write it down.',
  at: NOW,
  ...given,
})

const request = { runId: 'run', number: 1, model: 'scripted:replay' }
const running = aRun({ status: 'running', startedAt: at(1) })
const ended = aRun({ status: 'ended', stopReason: 'final_text', startedAt: at(1), endedAt: at(20) })

/** One Call, which a person lets run after seven seconds. */
function approvedWrite(): Event[] {
  seq = 0
  const call = waitingCall()
  return [
    event('run.queued', { run: aRun({ status: 'queued', startedAt: undefined }) }, 0),
    event('run.started', { run: running }, 1),
    event('message.added', { entry: entry({}) }, 1),
    event('memory.recalled', { runId: 'run', query: 'it', hits: [] }, 1),
    event('request.started', request, 2),
    event('request.ended', { ...request, usage: NO_USAGE, firstTokenAt: at(3) }, 5),
    event('message.added', { entry: entry({ id: 'said', kind: 'assistant', text: 'I will.' }) }, 5),
    event('message.ended', { entry: entry({ id: 'said', kind: 'assistant', text: 'I will.' }) }, 5),
    event('call.proposed', { call, set: setHead(aSet([call])) }, 5),
    event('call.waiting', { call }, 5),
    event('run.waiting', { run: { ...running, status: 'waiting' } }, 5),
    event('call.decided', { call: approvedCall(), kind: 'approve', by: PERSON }, 12),
    event('call.started', { call: executingCall() }, 13),
    event('call.ended', { call: settledCall() }, 15),
    event('message.added', { entry: entry({ kind: 'result', callId: 'call-0', text: 'done' }) }, 15),
    event('plan.revised', { plan: { ...EMPTY_PLAN, revision: 1 }, callId: 'call-0' }, 15),
    event('queue.changed', { items: [] }, 15),
    event('request.started', { ...request, number: 2 }, 15),
    event('request.ended', { ...request, number: 2 }, 18),
    event('run.ended', { run: ended }, 20),
  ]
}

const onlyRun = ({ runs }: SessionStory): StoryRun => {
  expect(runs).toHaveLength(1)
  return runs[0] as StoryRun
}
const requestsOf = ({ items }: StoryRun): StoryRequest[] => items.filter(item => item.kind === 'request')
const callIn = (told: StoryRequest | undefined) =>
  told?.items.find((item): item is StoryCall => item.kind === 'call')

describe('the story of a Run', () => {
  test('begins with its message, and has its Requests with what was said and called in each', () => {
    const item = onlyRun(sessionStory(approvedWrite()))
    expect([item.message?.text, item.isWhole, item.run?.status]).toEqual(['Write it down.', true, 'ended'])
    expect(item.items.map(({ kind }) => kind)).toEqual(['line', 'request', 'request'])
    const [first, second] = requestsOf(item)
    expect([first?.codedText?.text, first?.firstTokenAt, first?.time]).toEqual([
      ...['I will.', at(3), { from: at(2), to: at(5) }],
    ])
    expect(first?.items.map(({ kind }) => kind)).toEqual(['call', 'line'])
    expect(second?.items).toEqual([])
    const call = callIn(first)
    expect([call?.call.state, call?.decisions.map(({ data }) => data.kind), call?.entry]).toEqual([
      ...['settled', ['approve'], 15],
    ])
    expect([call?.waits, call?.executions]).toEqual([
      [{ from: at(5), to: at(12) }],
      [{ from: at(13), to: at(15) }],
    ])
  })

  test.each([
    [2, 'context', [1, 0, 0, 0, 0, 0]],
    [5, 'model', [1, 1, 0, 0, 0, 0]],
    [11, 'calls', [1, 1, 1, 0, 0, 0]],
    [13, 'results', [1, 1, 1, 1, 0, 0]],
    [20, null, [1, 1, 1, 1, 1, 1]],
  ] as const)('after %i events it is at: %s', (count, name, over) => {
    const phases = phasesOf(onlyRun(sessionStory(approvedWrite().slice(0, count))))
    expect(phases.find(({ state }) => state === 'now')?.name ?? null).toBe(name)
    expect(phases.map(({ state }) => Number(state === 'over'))).toEqual(over)
  })

  test('goes on where its beginning is not loaded: a Call belongs to the Run at work', () => {
    const item = onlyRun(sessionStory(approvedWrite().slice(10)))
    expect([item.isWhole, item.message]).toEqual([false, undefined])
    expect(item.items.map(({ kind }) => kind)).toEqual(['call', 'line', 'request'])
  })

  test('has a further message, a compaction and what could not be read at their places', () => {
    seq = 0
    const told = onlyRun(
      sessionStory([
        event('run.started', { run: running }),
        event('message.added', { entry: entry({}) }),
        event('request.started', request),
        event('context.compacting', { ...request, why: 'asked' }),
        event('request.ended', request),
        event('request.started', { ...request, number: 2 }),
        event('request.ended', { ...request, number: 2 }),
        event('parse.issue', { runId: 'run', number: 2, reason: 'Cut.', excerpt: '' }),
        event('message.added', { entry: entry({ text: 'Be quick.' }) }),
        event('loop.warning', { runId: 'run', kind: 'same_call', count: 5 }),
      ]),
    )
    const [first, second] = requestsOf(told)
    expect(first?.compacts).toBe('asked')
    expect(second?.items).toHaveLength(1)
    expect(told.items.map(item => (item.kind === 'line' ? item.event.type : item.kind))).toEqual([
      ...['request', 'request', 'message.added', 'loop.warning'],
    ])
  })

  test('has a Call that waited again with all of its decisions and waits', () => {
    seq = 0
    const call = waitingCall()
    const again = withDecision(call, aDecision({ void: 'drifted' }))
    const item = onlyRun(
      sessionStory([
        event('run.started', { run: running }),
        event('call.proposed', { call, set: setHead(aSet([call])) }),
        event('call.waiting', { call }),
        event('call.decided', { call: approvedCall(), kind: 'approve', by: PERSON }),
        event('call.waiting', { call: again }),
        event('call.decided', { call: again, kind: 'deny', by: PERSON }),
      ]),
    )
    const story = callIn(requestsOf(item)[0])
    expect(story?.decisions.map(({ data }) => data.kind)).toEqual(['approve', 'deny'])
    expect(story?.waits).toEqual([
      { from: at(3), to: at(4) },
      { from: at(5), to: at(6) },
    ])
  })
})

test('what people do themselves stands between the Runs', () => {
  seq = 0
  const call = waitingCall({ dialect: 'person' })
  const set = setHead(aSet([call], { origin: 'person', runId: undefined, request: undefined }))
  const { runs, between } = sessionStory([
    event('call.proposed', { call, set }),
    event('state.changed', { state: {}, revision: 1 }),
  ])
  expect([isByPerson(call), runs]).toEqual([true, []])
  expect(between.map(({ kind }) => kind)).toEqual(['call', 'line'])
})
