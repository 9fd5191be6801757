import { expect, test } from 'vitest'
import { EMPTY_PLAN } from '@/lib/domain/session/plan'
import { type MindNow, mindNotes } from './mind-notes'

const step = (id: string, status: 'pending' | 'done') => ({
  id,
  title: id.toUpperCase(),
  status,
  dependsOn: [],
})
const plan = { revision: 3, steps: [step('a', 'done'), step('b', 'pending')], approved: true }
const nothing: MindNow = { plan: EMPTY_PLAN, state: {}, mode: 'ask', corrections: [] }

const told = (mind: Partial<MindNow>) =>
  mindNotes({ ...nothing, ...mind }).map(({ note, text }) => `${note}: ${text}`)

test('nothing is told where there is nothing to bear in mind', () => {
  expect(told({})).toEqual([])
  expect(told({ mode: 'full', corrections: ['Denied x'] })).toEqual([])
})

test('a plan is told with its revision, its steps and what was corrected since', () => {
  expect(told({ plan, corrections: ['Denied shell\nNot here'] })).toEqual([
    [
      'plan: Your plan (revision 3, approved by the person), which you keep up to date with update_plan:',
      '[done] a: A',
      '[pending] b: B',
      'Since this revision the person corrected the following. Revise the plan where that changes what is to be done:',
      '- Denied shell\n  Not here',
    ].join('\n'),
  ])
})

test('of a long correction, which was told before, the beginning and the end are told again', () => {
  const [note = ''] = told({ plan, corrections: [`Denied shell: ${'x'.repeat(50_000)}!`, 'Denied y'] })
  expect(note.length).toBeLessThan(3_000)
  expect(note).toContain('- Denied shell: x')
  expect(note).toMatch(/x!\n- Denied y$/)
})

test('the mode comes first, the state last', () => {
  const notes = mindNotes({ ...nothing, plan, state: { tins: 2 }, mode: 'plan' })
  expect(notes.map(({ note }) => note)).toEqual(['mode', 'plan', 'state'])
  expect(notes.at(-1)?.text).toMatch(/with set_state:\n\{"tins":2\}$/)
})
