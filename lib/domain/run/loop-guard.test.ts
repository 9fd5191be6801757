import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { judgeLoop, LADDERS, LOOP_WINDOW, loopToWarnOf, type PastCall, withPastCalls } from './loop-guard'

/** `a=1`: asked for a, got 1. `a`: kept from it. `t.a=1`: of another tool. */
const call = (text: string, at = 0): PastCall => {
  const [named = '', outcome] = text.split('=')
  const [tool = '', asked] = named.includes('.') ? named.split('.') : ['t', named]
  return { setId: `set-${at}`, tool, asked: `${tool}.${asked}`, outcome: outcome ?? null }
}
const history = (text: string): PastCall[] => (text === '' ? [] : text.split(' ').map(call))

const JUDGED: [past: string, next: string, verdict: string][] = [
  ['', 'a', 'go on'],
  ['a=1 a=1', 'a', 'go on'],
  ['a=1 a=1 a=1', 'a', 'block same_call 4'],
  ['a=1 a=1 a=1 a', 'a', 'stop same_call 5'],
  ['a=1 a=1 a=1 a a', 'a', 'stop same_call 6'],
  ['a=1 a=1 a=1', 'b', 'go on'],
  ['a=1 a=1 b=1 a=1', 'a', 'go on'],
  ['a=1 a=2 a=3 a=4 a=5', 'a', 'go on'],
  ['a=1 a=2 a=2 a=2', 'a', 'block same_call 4'],
  ['a=1 a=1 a=1 a b=2 a=1', 'a', 'go on'],
  ['a=1 b=2 a=1 b=2 a=1 b=2 a=1 b=2 a=1', 'b', 'block alternating 5'],
  ['a=1 b=2 a=1 b=2 a=1 b=2 a=1 b=2', 'a', 'go on'],
  ['a=1 b=2 a=1 b=2 a=1 b=2 a=1 b=2 a=1 b a', 'b', 'stop alternating 6'],
  ['a=1 b=2 a=1 b=3 a=1 b=4 a=1 b=5 a=1', 'b', 'go on'],
  ['a=1 a=2 a=1 a=2 a=1 a=2 a=1 a=2 a=1', 'a', 'go on'],
  ['a=1 b=1 c=1 d=1', 'e', 'go on'],
  ['a=1 b=1 c=1 d=1 e=1', 'f', 'block same_output 6'],
  ['a=1 b=1 c=1 d=1 e=1 f', 'g', 'stop same_output 7'],
  ['a=1 b=1 c=1 d=1 e=2', 'f', 'go on'],
  ['a=1 b=1 c=1 d=1 u.e=1', 'f', 'go on'],
  ['a=1 b=1 c=1 d=1 e=1', 'u.f', 'go on'],
]

table(JUDGED)('the next call is judged by those before', (past, next, verdict) => {
  const judged = judgeLoop(history(past), call(next))
  expect(judged.do === 'go on' ? 'go on' : `${judged.do} ${judged.loop.kind} ${judged.loop.count}`).toBe(
    verdict,
  )
})

const WARNED: [past: string, warning: string | undefined][] = [
  ['a=1 a=1', undefined],
  ['a=1 a=1 a=1', 'same_call'],
  ['a=1 a=1 a=1 a', undefined],
  ['a=1 a=1 a=2', undefined],
  ['a=1 b=2 a=1 b=2 a=1 b=2 a=1 b=2', 'alternating'],
  ['a=1 b=2 a=1 b=2 a=1 b=2 a=1 b=2 a=1', undefined],
  ['a=1 b=1 c=1 d=1 e=1', 'same_output'],
]

table(WARNED)('the model is warned in time', (past, warning) => {
  expect(loopToWarnOf(history(past))?.kind).toBe(warning)
})

describe('what is remembered', () => {
  test('is each set once, and what was asked for twice at once as asked once', () => {
    const set = [call('a=1', 1), call('a=1', 1), call('b=2', 1)]
    const once = withPastCalls([], set)
    expect(once.map(({ asked }) => asked)).toEqual(['t.a', 't.b'])
    expect(withPastCalls(once, set)).toBe(once)
    expect(withPastCalls(once, [])).toEqual(once)
  })

  test('is the last of it, whatever was done', () => {
    const many = Array.from({ length: 50 }, (_, at) => call(`a${at}=1`, 2))
    expect(withPastCalls(history('a=1'), many)).toEqual(many.slice(-LOOP_WINDOW))
  })
})

test('nobody is stopped without having been blocked: a model that does not heed is led up the whole ladder', () => {
  const step = fc.record({ asked: fc.constantFrom('a', 'b', 'c'), outcome: fc.constantFrom('1', '2') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      let past: PastCall[] = []
      let blocks = 0
      for (const [at, { asked, outcome }] of steps.entries()) {
        const verdict = judgeLoop(past, call(asked, at))
        if (verdict.do === 'stop') return blocks > 0
        if (verdict.do === 'block') blocks += 1
        past = withPastCalls(past, [call(verdict.do === 'block' ? asked : `${asked}=${outcome}`, at + 1)])
      }
      return true
    }),
  )
})

test('every ladder goes up', () => {
  for (const { warn, block, stop } of Object.values(LADDERS))
    expect([warn, block, stop]).toEqual([warn, warn + 1, warn + 2])
})
