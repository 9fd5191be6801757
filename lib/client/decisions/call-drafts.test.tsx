import { beforeEach, expect, test } from 'vitest'
import { type CallDraft, callDrafts, dropAllDrafts, dropDraft, keepDraft, openForms } from './call-drafts'

const draft = (callId: string, more: Partial<CallDraft> = {}): CallDraft => ({
  callId,
  form: 'edit',
  sessionId: 's',
  digest: 'd',
  call: 'write_file',
  text: `about ${callId}`,
  at: Date.now(),
  ...more,
})
const leave = () => document.dispatchEvent(new Event('visibilitychange'))
const stored = (): CallDraft[] => JSON.parse(localStorage.getItem('call drafts') ?? '[]')
const ids = (drafts: Iterable<CallDraft>) => [...drafts].map(({ callId }) => callId).sort()

/** Another tab of the browser stores what it knows. */
function storeElsewhere(drafts: CallDraft[] | string): void {
  localStorage.setItem('call drafts', typeof drafts === 'string' ? drafts : JSON.stringify(drafts))
  window.dispatchEvent(new Event('storage'))
}

beforeEach(dropAllDrafts)

test('a draft is stored as the page goes, and another tab takes nothing from it', () => {
  keepDraft(draft('a'))
  expect(stored()).toEqual([])
  storeElsewhere([draft('b')])
  expect(ids(callDrafts.get().values())).toEqual(['a', 'b'])
  leave()
  expect(ids(stored())).toEqual(['a', 'b'])
  openForms.set(new Set(['a edit']))
  storeElsewhere([draft('b')])
  openForms.set(new Set())
  leave()
  expect(ids(stored())).toEqual(['a', 'b'])
  storeElsewhere([draft('b')])
  expect(ids(callDrafts.get().values())).toEqual(['b'])
  dropDraft(draft('b'))
  expect(localStorage.getItem('call drafts')).toBeNull()
})

test('what is too old, too long or one of too many is not stored, and what is no draft is none', () => {
  keepDraft(draft('long', { text: 'a'.repeat(100_001) }))
  for (let at = 0; at < 40; at += 1) keepDraft(draft(`${at}`, { at: Date.now() + at }))
  leave()
  expect(ids(stored())).toEqual(Array.from({ length: 30 }, (_, at) => `${at + 10}`))
  expect(callDrafts.get().has('long edit')).toBe(true)
  storeElsewhere([draft('old', { at: Date.now() - 15 * 86_400_000 })])
  expect(ids(callDrafts.get().values())).toEqual(['long'])
  storeElsewhere('{')
  expect(ids(callDrafts.get().values())).toEqual(['long'])
})
