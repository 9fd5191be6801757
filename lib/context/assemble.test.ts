import { expect, test } from 'vitest'
import { EMPTY_PLAN } from '@/lib/domain/plan'
import { assemble, type Material } from './assemble'

const material: Material = {
  ...{ persona: undefined, mode: 'ask', purpose: 'loop', briefing: [], history: [] },
  ...{ plan: EMPTY_PLAN, state: {}, corrections: [], protocol: null, form: { calls: 'native' } },
}
const steps = [{ id: 'a', title: 'Read', status: 'done' as const, dependsOn: [] }]

const partsOf = (given: Partial<Material>) => assemble({ ...material, ...given }).parts
const sourcesOf = (given: Partial<Material>) => partsOf(given).map(({ source }) => source)

test('what is not there is not told', () => {
  expect(sourcesOf({})).toEqual(['session/persona', 'instructions/review'])
})

test('what the agent intends and keeps in mind comes in one order', () => {
  const plan = { revision: 2, steps }
  expect(sourcesOf({ mode: 'plan', purpose: 'cap_summary', plan, state: { a: 1 } })).toEqual([
    ...['session/persona', 'instructions/review', 'session/mode', 'session/plan', 'session/state'],
    'instructions/cap',
  ])
})

test('what a Run was told when it began is told as long as it lasts: memory last, the rest before the plan', () => {
  const briefing = ['memory', 'skills'].map(source => ({ label: source, source, text: 'Told.' }))
  expect(sourcesOf({ briefing, mode: 'plan', purpose: 'cap_summary' })).toEqual([
    ...['session/persona', 'instructions/review', 'skills', 'session/mode', 'instructions/cap', 'memory'],
  ])
})

test('the plan is told with what was corrected since', () => {
  const plan = { revision: 2, steps, approved: true }
  const [part] = partsOf({ plan, corrections: ['Changed a.\nKeep it short.'] }).slice(-1)
  expect(part?.text).toMatch(/^Your plan \(revision 2, approved by the person\).*\n\[done\] a: Read\nSince/)
  expect(part?.text).toContain('\n- Changed a.\n  Keep it short.')
})

test('the state is told as it is', () => {
  expect(partsOf({ state: { b: 1, a: [null] } }).at(-1)?.text).toMatch(/\n\{"b":1,"a":\[null\]\}$/)
})
