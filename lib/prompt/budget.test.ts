import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ModelMessage } from '@/lib/domain/call/solution'
import { DEFAULT_COMPACTION } from '@/lib/domain/run/limits'
import { triggersOf } from '@/lib/domain/run/triggers'
import { chooseCut, goalFor, overBudget, pinned, ratioOf, sizeOf } from './budget'
import { pairResults } from './pair-results'

const user = (text: string): ModelMessage => ({ role: 'user', text })
const says = (text: string, ...ids: string[]): ModelMessage => {
  const calls = ids.map(id => ({ id, tool: 'read', argumentsText: '{}' }))
  return { role: 'assistant', text, calls, failures: 0 }
}
const result = (callId: string): ModelMessage => ({
  role: 'result',
  callId,
  tool: 'read',
  text: 'R',
  isError: false,
})
const aside: ModelMessage = { role: 'user', text: 'Corrected.', aside: true }

describe('what there is', () => {
  test('is counted in messages, characters and estimated tokens', () => {
    expect(sizeOf([user('12345678'), says('1', 'a')])).toEqual({
      messages: 2,
      chars: 15,
      tokens: 2 + 4 + 2 + 4,
    })
  })

  test.each<[number, number, number | null]>([
    [150, 100, 1.5],
    [400, 100, 4],
    [1_600, 100, 16],
    [50, 100, 0.5],
    [10, 100, 0.1],
    // These say nothing, and the ratio stays.
    ...[0, -5, 9, 1_601, Number.NaN, Number.POSITIVE_INFINITY].map((reported): [number, number, null] => [
      reported,
      100,
      null,
    ]),
    [100, 0, null],
    [0, 0, null],
  ])('%d reported for %i estimated make a ratio of %s', (reported, estimated, ratio) => {
    expect(ratioOf(reported, estimated, 3)).toBe(ratio ?? 3)
    expect(ratioOf(reported, estimated)).toBe(ratio ?? 1)
  })
})

describe('the triggers', () => {
  test('hold as they are set', () => {
    expect(triggersOf(DEFAULT_COMPACTION, 128_000)).toEqual({
      messages: { at: 50, keep: 20 },
      chars: { at: 160_000, keep: 80_000 },
      tokens: { at: 108_000, keep: 20_000 },
      reserve: 20_000,
    })
    // They keep less than they trip at, and half of a small window.
    const set = { ...DEFAULT_COMPACTION, messages: 6, chars: 1_000 }
    expect(triggersOf(set, 8_000)).toEqual({
      messages: { at: 6, keep: 2 },
      chars: { at: 800, keep: 400 },
      tokens: { at: 4_000, keep: 2_000 },
      reserve: 4_000,
    })
    expect(triggersOf(set, undefined).tokens).toBeNull()
  })

  const over = (size: { messages: number; chars: number; tokens: number }, window?: number, ratio = 1) =>
    overBudget({ size, overhead: 1_000, ratio, window, settings: DEFAULT_COMPACTION })?.why ?? null

  test.each([
    [{ messages: 50, chars: 160_000, tokens: 40_000 }, undefined, 1, null],
    [{ messages: 51, chars: 10, tokens: 10 }, undefined, 1, 'messages'],
    [{ messages: 20, chars: 160_001, tokens: 40_000 }, undefined, 1, 'chars'],
    [{ messages: 20, chars: 10, tokens: 900_000 }, undefined, 1, null],
    [{ messages: 20, chars: 10, tokens: 79_000 }, 100_000, 1, null],
    [{ messages: 20, chars: 10, tokens: 79_001 }, 100_000, 1, 'tokens'],
    [{ messages: 20, chars: 10, tokens: 50_000 }, 100_000, 1.6, 'tokens'],
  ] as const)('%o in a window of %s at %d: %s', (...[size, window, ratio, why]) => {
    expect(over(size, window, ratio)).toBe(why)
  })

  test('keep what all that trip ask for', () => {
    const size = { messages: 60, chars: 200_000, tokens: 60_000 }
    expect(
      goalFor('messages', { size, overhead: 0, ratio: 1, window: undefined, settings: DEFAULT_COMPACTION }),
    ).toEqual({ messages: 20, chars: 80_000, least: 10 })
  })
})

describe('a cut', () => {
  const story = [
    user('1'),
    says('A'),
    user('2'),
    says('', 'a', 'b'),
    result('a'),
    aside,
    result('b'),
    says('B'),
  ]

  test.each([
    [5, 3],
    [6, 2],
    [7, 2],
    [1, 3],
  ])('to %i messages lies before message %i, and never within a set', (messages, at) => {
    expect(chooseCut(story, { messages }, { standIns: 0 })?.at).toBe(at)
  })

  test('is none where it would free too little, or only what stands for an earlier one', () => {
    expect(chooseCut(story, { messages: 8 }, { standIns: 0 })?.at).toBe(2)
    expect(chooseCut([user('1')], { messages: 1 }, { standIns: 0 })).toBeNull()
    expect(chooseCut([aside, user('1'), says('A')], { messages: 1 }, { standIns: 1 })).toBeNull()
    const huge = [user('x'.repeat(100)), says('y'), user('z'.repeat(9_000))]
    expect(chooseCut(huge, { chars: 10 }, { standIns: 0 })).toBeNull()
  })

  test('keeps what the person said last word for word', () => {
    expect(pinned(story, 3)).toEqual([user('2')])
    expect(pinned(story, 2)).toEqual([])
  })

  const exchange = fc.record({ text: fc.string({ maxLength: 40 }), calls: fc.nat(3), later: fc.boolean() })

  test('leaves pairs whole, keeps the newest, and is always worth it', () => {
    fc.assert(
      fc.property(fc.array(exchange, { minLength: 1, maxLength: 12 }), fc.nat(40), (parts, messages) => {
        const all = parts.flatMap(({ text, calls, later }, n) => {
          const ids = Array.from({ length: calls }, (_, at) => `${n}-${at}`)
          const results = ids.map(result)
          return [user(text), says(text, ...ids), ...(later ? [aside] : []), ...results]
        })
        const cut = chooseCut(all, { messages }, { standIns: 0 })
        if (!cut) return
        const kept = [...pinned(all, cut.at), ...all.slice(cut.at)]
        expect(pairResults(all.slice(0, cut.at)).repairs).toEqual([])
        expect(pairResults(kept).repairs).toEqual([])
        expect(kept.at(-1)).toBe(all.at(-1))
        expect(kept.length + 1).toBeLessThan(all.length)
      }),
    )
  })
})
