import { describe, expect, test } from 'vitest'
import { phrase } from '@/lib/messages/phrase'
import { isOnlyProgress, type PlanStep, planSteps } from './plan'
import { planChanges, planText } from './plan-text'

const step = (id: string, given: Partial<PlanStep> = {}): PlanStep => ({
  id,
  title: `Do ${id}`,
  status: 'pending',
  dependsOn: [],
  ...given,
})

const [a, b, c] = [step('a'), step('b'), step('c')]

test('what is left out of a step is pending and depends on nothing; what is said twice is said once', () => {
  expect(
    planSteps([
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B', dependsOn: ['a', 'a'] },
    ]),
  ).toEqual([
    { id: 'a', title: 'A', status: 'pending', dependsOn: [] },
    { id: 'b', title: 'B', status: 'pending', dependsOn: ['a'] },
  ])
})

const CHANGES: [string, PlanStep[], PlanStep[], string[]][] = [
  ['nothing', [a, b], [a, b], []],
  ['a new step', [a], [a, b], ['added “Do b”']],
  ['a step that is gone', [a, b], [b], ['removed “Do a”']],
  ['a new title', [a], [step('a', { title: 'Try\na' })], ['renamed “Do a” to “Try a”']],
  ['progress', [a], [step('a', { status: 'done' })], ['set “Do a” to done']],
  [
    'other steps to wait for',
    [a, b],
    [a, step('b', { dependsOn: ['a'] })],
    ['changed what “Do b” depends on'],
  ],
  ['another order', [a, b, c], [c, a, b], ['changed the order']],
  ['a step between', [a, b], [a, c, b], ['added “Do c”']],
  [
    'very much',
    [],
    Array.from({ length: 10 }, (_, n) => step(`${n}`)),
    [...Array.from({ length: 8 }, (_, n) => `added “Do ${n}”`), 'and 2 more'],
  ],
]

describe('what makes one plan of another', () => {
  test.each(CHANGES)('%s', (...[, before, after, told]) => {
    expect(planChanges(before, after).map(phrase)).toEqual(told)
  })
})

describe('an approved plan stays approved', () => {
  test.each([
    [
      'while its steps are done',
      [a, b],
      [step('a', { status: 'done' }), step('b', { status: 'active' })],
      true,
    ],
    ['not when a step is dropped', [a, b], [step('a', { status: 'dropped' }), b], false],
    [
      'though one was dropped before',
      [step('a', { status: 'dropped' })],
      [step('a', { status: 'dropped' })],
      true,
    ],
    ['not with another step', [a], [a, b], false],
    ['not in another order', [a, b], [b, a], false],
  ])('%s', (...[, before, after, stays]) => {
    expect(isOnlyProgress(before, after)).toBe(stays)
  })
})

test('a plan is a line a step', () => {
  const steps = [step('a', { status: 'done', title: 'Two\n lines' }), step('b', { dependsOn: ['a'] })]
  expect(planText(steps)).toBe('[done] a: Two lines\n[pending] b: Do b (after a)\n')
})
