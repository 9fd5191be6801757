import { describe, expect, test } from 'vitest'
import { evidenceOf, FILES, goodStory, lying, plan } from './good-story'
import { type Evidence, judgeTrial } from './judge-trial'
import { type SeenEvent, seenEvent } from './seen'

const evidence = (): Evidence => evidenceOf(goodStory())

/** The evidence with another story, told as well as the first. */
function retold(change: (events: SeenEvent[]) => SeenEvent[]): Evidence {
  const story = goodStory()
  const events = change(story.events.splice(0))
  for (const { type, text } of events) story.add(type, JSON.parse(text))
  return evidenceOf(story)
}

/** The evidence with another start of a call. */
const startedWith = (callId: string, call: object) =>
  retold(events =>
    events.map(event =>
      event.type === 'call.started' && event.data.call?.id === callId
        ? seenEvent(event.seq, event.type, JSON.stringify({ call: { ...event.data.call, ...call } }))
        : event,
    ),
  )

const without = (type: string, callId: string) =>
  retold(events => events.filter(event => event.type !== type || event.data.call?.id !== callId))

const twice = (type: string, callId?: string) =>
  retold(events =>
    events.flatMap(event =>
      event.type === type && (!callId || event.data.call?.id === callId) ? [event, event] : [event],
    ),
  )

const at = (type: string, callId: string) =>
  goodStory().events.find(event => event.type === type && event.data.call?.id === callId)?.seq ?? 0

const crash = (seq: number, files = FILES, acknowledged = 0) => ({ seq, files, acknowledged })
const { 'edited.txt': _, ...WITHOUT_EDITED } = FILES

test('a good session breaks nothing, crashed or not', () => {
  expect(judgeTrial(evidence())).toEqual([])
  const crashes = [
    crash(at('call.ended', 'c3'), FILES, 3),
    crash(2, { 'source.txt': lying('t: the source\n') }),
  ]
  expect(judgeTrial({ ...evidence(), crashes })).toEqual([])
})

describe('each broken invariant is named', () => {
  test.each<[string, () => Evidence, RegExp]>([
    [
      'a write that starts twice',
      () => twice('call.started', 'c1'),
      /^F1 edited.txt .* started 2 times, with 0 retries/,
    ],
    [
      'a file that is written again after the crash',
      () => ({
        ...evidence(),
        crashes: [
          crash(at('call.ended', 'c1'), {
            ...FILES,
            'edited.txt': { ...lying(plan.written['edited.txt'] ?? ''), inode: 9n },
          }),
        ],
      }),
      /^F1 edited.txt .* again after it/,
    ],
    ['a start without a decision', () => without('call.decided', 'c3'), /^F2 plain.txt .* after no decision/],
    [
      'a start after a denial',
      () =>
        retold(events =>
          events.map(event =>
            event.type === 'call.decided' && event.data.call?.id === 'c3'
              ? seenEvent(event.seq, event.type, event.text.replace('"kind":"approve"}', '"kind":"deny"}'))
              : event,
          ),
        ),
      /^F2 plain.txt .* after deny/,
    ],
    [
      'an effect without a stored start',
      () => ({ ...evidence(), crashes: [crash(at('call.started', 'c1') - 1)] }),
      /^F2 edited.txt was there/,
    ],
    [
      'a message that is not in the transcript',
      () => ({ ...evidence(), transcript: [] }),
      /^F3 the message is not once/,
    ],
    [
      'a decision that is not kept',
      () => ({ ...evidence(), calls: evidence().calls.map(call => ({ ...call, decisions: [] })) }),
      /^F3 edited.txt .* does not keep the decision edit/,
    ],
    [
      'an acknowledgement before it was stored',
      () => ({ ...evidence(), crashes: [crash(1, {}, 1)] }),
      /^F3 the message was acknowledged before the crash and not stored/,
    ],
    ['two sessions of one key', () => ({ ...evidence(), sessions: 2 }), /^F3 2 sessions/],
    ['a call that never ended', () => without('call.ended', 'c3'), /^F4 plain.txt .* ended 0 times/],
    ['a call that ended twice', () => twice('call.ended', 'c3'), /^F4 plain.txt .* ended 2 times/],
    [
      'a call that is still executing',
      () => ({
        ...evidence(),
        calls: evidence().calls.map(call => ({ ...call, state: 'executing' as const })),
      }),
      /^F4 .* is still executing/,
    ],
    [
      'a call without a result in the transcript',
      () => ({ ...evidence(), transcript: evidence().transcript.filter(entry => entry.callId !== 'c0') }),
      /^F4 source.txt .* has 0 results/,
    ],
    [
      'a request before every call has ended',
      () =>
        retold(events => {
          const [ended] = events.splice(
            events.findIndex(event => event.type === 'call.ended' && event.data.call?.id === 'c0'),
            1,
          )
          return ended ? [...events, ended] : events
        }),
      /^F4 the model was asked before source.txt/,
    ],
    ['a run that ended twice', () => twice('run.ended'), /^F4 run r ended 2 times/],
    [
      'a run that ended in an error',
      () => ({ ...evidence(), runs: [{ id: 'r', status: 'ended', stopReason: 'error' }] }),
      /^F4 run r is ended, with error/,
    ],
    [
      'other arguments than decided',
      () => startedWith('c1', { effective: { argumentsText: '{"path":"edited.txt","content":"x"}' } }),
      /^F5 edited.txt .* other arguments/,
    ],
    [
      'another digest than decided',
      () => startedWith('c1', { digest: 'sha256:x' }),
      /^F5 edited.txt .* another digest/,
    ],
    [
      'a result for which there is no file',
      () => ({ ...evidence(), files: WITHOUT_EDITED }),
      /^F6 edited.txt holds undefined/,
    ],
    [
      'a refused file that is there',
      () => ({ ...evidence(), files: { ...FILES, 'denied.txt': lying('x') } }),
      /^F6 denied.txt holds "x"/,
    ],
    [
      'a payload that was touched',
      () => {
        const all = evidence()
        const rows = all.chain.rows.map((row, index) => (index === 3 ? { ...row, payload: '{}' } : row))
        return { ...all, chain: { ...all.chain, rows } }
      },
      /^F7 the chain is broken: event 4/,
    ],
    [
      'a cut tail',
      () => {
        const all = evidence()
        return { ...all, chain: { ...all.chain, rows: all.chain.rows.slice(0, -1) } }
      },
      /^F7 the chain is broken: the head/,
    ],
    [
      'a transcript that differs from the events',
      () => ({
        ...evidence(),
        transcript: evidence().transcript.map(entry => ({ ...entry, seq: entry.seq + 1 })),
      }),
      /^F7 the events tell another/,
    ],
    [
      'a stream that saw something else',
      () => ({ ...evidence(), live: evidence().live.slice(0, -1) }),
      /^F8 the stream through the crash/,
    ],
    [
      'a stream from the middle that repeats',
      () => ({ ...evidence(), resumed: [...evidence().resumed, ...evidence().resumed] }),
      /^F8 a stream from the middle/,
    ],
    [
      'a temporary file',
      () => ({ ...evidence(), files: { ...FILES, '.edited.txt.tmp': lying('') } }),
      /^F10 .edited.txt.tmp was left/,
    ],
    [
      'a torn file',
      () => ({
        ...evidence(),
        crashes: [crash(at('call.ended', 'c1'), { ...FILES, 'edited.txt': lying('t: as') })],
      }),
      /^F10 edited.txt was half written/,
    ],
    ['a process', () => ({ ...evidence(), orphans: ['sleep (7)'] }), /^F10 the process sleep \(7\)/],
    [
      'an unknown outcome that nobody was asked about',
      () => ({ ...evidence(), crashes: [crash(at('call.started', 'c1'), WITHOUT_EDITED)] }),
      /^F12 edited.txt .* nobody was asked/,
    ],
    ['anything else that was noticed', () => ({ ...evidence(), surprises: ['F9 refused'] }), /^F9 refused/],
  ])('%s', (_, make, expected) => {
    const violations = judgeTrial(make())
    expect(violations).toContainEqual(expect.stringMatching(expected))
  })
})
