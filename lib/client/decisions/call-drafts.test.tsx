import { beforeEach, expect, test, vi } from 'vitest'
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
const nameOf = (callId: string): string => `draft of ${callId} edit`
const stored = () => Object.keys(localStorage).sort()
const ids = (drafts: Iterable<CallDraft>) => [...drafts].map(({ callId }) => callId).sort()

/** Another tab of the browser keeps a draft, or drops it. */
function storeElsewhere(callId: string, content?: CallDraft): void {
  if (content) localStorage.setItem(nameOf(callId), JSON.stringify(content))
  else localStorage.removeItem(nameOf(callId))
  window.dispatchEvent(new StorageEvent('storage', { key: nameOf(callId) }))
}

beforeEach(dropAllDrafts)

test('each draft is stored by itself, and another tab takes nothing from one that is open here', () => {
  keepDraft(draft('a'))
  storeElsewhere('b', draft('b'))
  expect(ids(callDrafts.get().values())).toEqual(['a', 'b'])
  expect(stored()).toEqual(['a', 'b'].map(nameOf))
  openForms.set(new Set(['a edit']))
  storeElsewhere('a')
  expect(ids(callDrafts.get().values())).toEqual(['a', 'b'])
  openForms.set(new Set())
  storeElsewhere('a')
  expect(ids(callDrafts.get().values())).toEqual(['b'])
  dropDraft(draft('b'))
  expect(stored()).toEqual([])
})

test('what is too long lasts as long as the page, and what is too old is dropped', async () => {
  keepDraft(draft('long', { text: 'a'.repeat(100_001) }))
  expect([callDrafts.get().has('long edit'), stored()]).toEqual([true, []])
  storeElsewhere('old', draft('old', { at: Date.now() - 15 * 86_400_000 }))
  storeElsewhere('new', draft('new'))
  vi.resetModules()
  const later = await import('./call-drafts')
  expect(ids(later.callDrafts.get().values())).toEqual(['new'])
  expect(stored()).toEqual([nameOf('new')])
})
