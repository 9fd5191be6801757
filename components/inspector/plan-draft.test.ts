import { expect, test } from 'vitest'
import type { PlanStep } from '@/lib/domain/session/plan'
import { withDependency, withMoved, withNewStep, withoutStep } from './plan-draft'

const step = (id: string, ...dependsOn: string[]): PlanStep => ({
  id,
  title: id,
  status: 'pending',
  dependsOn,
})
const ids = (steps: PlanStep[]) => steps.map(({ id }) => id).join()

test('a new step has an id of its own', () => {
  expect(ids(withNewStep([step('step-2')]))).toBe('step-2,step-3')
  expect(ids(withNewStep([step('a'), step('step-3')]))).toBe('a,step-3,step-4')
})

test('nothing waits for a step that is gone', () => {
  expect(withoutStep([step('a'), step('b', 'a', 'c'), step('c')], 'a')).toEqual([step('b', 'c'), step('c')])
})

test.each([
  ['b', -1, 'b,a,c'],
  ['b', 1, 'a,c,b'],
  ['a', -1, 'a,b,c'],
  ['c', 1, 'a,b,c'],
  ['z', 1, 'a,b,c'],
])('%s moved by %i', (id, by, order) => {
  expect(ids(withMoved([step('a'), step('b'), step('c')], id, by))).toBe(order)
})

test('a step waits for another, and then no longer', () => {
  const once = withDependency([step('a'), step('b')], 'b', 'a')
  expect(once).toEqual([step('a'), step('b', 'a')])
  expect(withDependency(once, 'b', 'a')).toEqual([step('a'), step('b')])
})
