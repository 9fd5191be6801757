import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Delta, Event } from '@/lib/domain/session/event'
import { applyDelta, EMPTY_DRAFT, isBehindGap, type LiveDraft, settleDraft } from './draft'

const piece = (text: string, offset: number, [number, attempt] = [1, 1]): Delta => ({
  type: 'text.delta',
  sessionId: 's',
  data: { runId: 'r', number, attempt, offset, text },
})

const about = { runId: 'r', number: 1, attempt: 1 }

const written = (callId: string, text: string, offset: number): Delta => ({
  type: 'call.arguments.delta',
  sessionId: 's',
  data: { callId, tool: `tool_${callId}`, ...about, offset, text },
})

const told = (event: Pick<Event, 'type'> & { data: object }): Event =>
  ({ sessionId: 's', seq: 1, at: '2026-03-01T12:00:00.000Z', ...event }) as Event

const heard = (deltas: Delta[], draft: LiveDraft = EMPTY_DRAFT): LiveDraft => deltas.reduce(applyDelta, draft)

describe('text on its way', () => {
  test('is known by its blocks, where it comes in such, whenever somebody joins', () => {
    const block = (text: string, begin: number, from = 0): Delta => ({
      type: 'text.delta',
      sessionId: 's',
      data: { ...about, offset: begin + from, text: text.slice(from), block: begin },
    })
    const told = [block('One. ', 0), block('Two. ', 5), block('Two. ', 5, 2), block('Three.', 10)]
    const known = { text: 'One. Two. Three.', blocks: [0, 5, 10] }
    expect(heard(told)).toMatchObject(known)
    expect(heard([...told.slice(1), ...told])).toMatchObject(known)
    expect(heard([...told, ...told])).toMatchObject(known)
    expect(heard([piece('Anew', 0, [1, 2])], heard(told))).toMatchObject({ text: 'Anew', blocks: [] })
  })

  test('pieces that overlap or repeat, in order, give the text that was said', () => {
    const cuts = fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 20 })
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), cuts, (text, pieces) => {
        let draft = EMPTY_DRAFT
        for (const [offset, length] of [...pieces, [0, text.length] as const]) {
          draft = applyDelta(draft, piece(text.slice(offset, offset + length), offset))
        }
        expect(draft.text).toBe(text)
      }),
    )
  })

  test('a piece behind a gap is left out, and so is a late one of a request that ended', () => {
    expect(heard([piece('ab', 0), piece('ef', 4)]).text).toBe('ab')
    const ended = settleDraft(heard([piece('ab', 0)]), told({ type: 'request.ended', data: { number: 1 } }))
    expect(ended.text).toBe('ab')
    expect(heard([piece('cd', 2)], ended).text).toBe('ab')
    expect(heard([piece('next', 0, [2, 1])], ended).text).toBe('next')
  })

  test('the words stay until the message takes their place', () => {
    const said = heard([piece('Hello', 0)])
    const steering = told({ type: 'message.added', data: { entry: { kind: 'user' } } })
    const answer = told({ type: 'message.added', data: { entry: { kind: 'assistant' } } })
    expect(settleDraft(said, steering).text).toBe('Hello')
    const ended = settleDraft(said, told({ type: 'request.ended', data: { number: 1 } }))
    expect(settleDraft(ended, answer).text).toBe('')
  })

  test('facts that come after the next words began take none of them away', () => {
    const started = told({ type: 'request.started', data: { number: 1 } })
    expect(settleDraft(heard([piece('Hel', 0)]), started).text).toBe('Hel')
    const next = heard([piece('Next', 0, [2, 1])], heard([piece('Hello', 0)]))
    const late = [
      told({ type: 'request.ended', data: { number: 1 } }),
      told({ type: 'message.added', data: { entry: { kind: 'assistant' } } }),
      told({ type: 'run.ended', data: { run: { id: 'another run' } } }),
    ]
    expect(late.reduce(settleDraft, next).text).toBe('Next')
  })

  test('a run or an attempt that has ended leaves nothing for the next one to join', () => {
    const said = heard([piece('Hel', 0)])
    const ended = settleDraft(said, told({ type: 'run.ended', data: { run: { id: 'r' } } }))
    expect(heard([piece('lo', 3)], ended).text).toBe('')
    const run = { id: 'r', retryAt: '2026-03-01T12:00:01.000Z' }
    const retry = told({ type: 'run.changed', data: { run } })
    expect(heard([piece('ab', 0)], settleDraft(said, retry)).text).toBe('ab')
  })

  test('nor does one whose end nobody told, as when its process died', () => {
    const first = heard([piece('Hello', 0), written('a', '{"x', 0)])
    const second = heard([piece('By', 0, [1, 2])], first)
    expect(second).toMatchObject({ text: 'By', calls: {} })
    expect(heard([piece('late', 5), written('a', 'late', 3)], second)).toEqual(second)
    expect(isBehindGap(second, piece('late', 9))).toBe(false)
  })

  test('calls are written side by side, each with its name, until the answer is there', () => {
    const draft = heard([
      written('a', '', 0),
      written('b', '{"y', 0),
      written('a', '{"x', 0),
      written('b', '"}', 3),
      written('a', '{"x', 0),
    ])
    expect(Object.entries(draft.calls)).toEqual([
      ['a', { tool: 'tool_a', text: '{"x' }],
      ['b', { tool: 'tool_b', text: '{"y"}' }],
    ])
    expect(['b', 'c'].map(id => isBehindGap(draft, written(id, 'z', 5)))).toEqual([false, true])
    const ended = settleDraft(draft, told({ type: 'request.ended', data: { number: 1 } }))
    expect(ended.calls).toEqual({})
    expect(heard([written('a', '"}', 3)], ended).calls).toEqual({})
  })

  test('a gap is noticed where a piece is missing, and only there', () => {
    const draft = heard([piece('ab', 0)])
    expect(
      [piece('b', 1), piece('cd', 2), piece('d', 3), piece('x', 0, [2, 1]), piece('x', 1, [2, 1])].map(next =>
        isBehindGap(draft, next),
      ),
    ).toEqual([false, false, true, false, true])
  })

  test('the output of a call goes when the call has ended', () => {
    const output: Delta = {
      type: 'call.output.delta',
      sessionId: 's',
      data: { callId: 'c', offset: 0, text: 'x' },
    }
    const running = heard([output])
    expect(running.outputs).toEqual({ c: 'x' })
    expect(settleDraft(running, told({ type: 'call.ended', data: { call: { id: 'c' } } })).outputs).toEqual(
      {},
    )
  })
})
