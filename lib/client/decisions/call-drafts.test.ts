import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CallDraft, draftKey, outdated, parseDraft } from './call-drafts'

const NOW = 1_800_000_000_000
const DAY_MS = 86_400_000

const draft = fc.record<CallDraft>({
  callId: fc.stringMatching(/^[a-z0-9-]{1,8}$/),
  form: fc.constantFrom('edit', 'replace', 'answer', 'deny'),
  text: fc.string(),
  sessionId: fc.string(),
  digest: fc.string(),
  call: fc.string(),
  at: fc.integer({ min: NOW - 30 * DAY_MS, max: NOW }),
})

test('a draft is read as it was stored', () => {
  fc.assert(
    fc.property(draft, kept => {
      expect(parseDraft(draftKey(kept), JSON.stringify(kept))).toEqual(kept)
    }),
  )
})

test.each([
  ['draft c1 edit', '{'],
  ['draft c1 edit', 'null'],
  ['draft c1 edit', '{"text": 1, "at": 2}'],
  ['draft c1 other', '{"text": "", "at": 2}'],
  ['unsent c1', 'text'],
])('what is stored under %j as %j is no draft', (key, stored) => {
  expect(parseDraft(key, stored)).toBeNull()
})

test('what goes is older than what stays, and what stays is neither too old nor too many', () => {
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 60 }), drafts => {
      const gone = new Set(outdated(drafts, NOW))
      const left = drafts.filter(each => !gone.has(each))
      expect(left.length).toBeLessThanOrEqual(30)
      for (const { at } of left) expect(NOW - at).toBeLessThanOrEqual(14 * DAY_MS)
      const oldest = Math.min(NOW, ...left.map(({ at }) => at))
      for (const { at } of gone) expect(at).toBeLessThanOrEqual(oldest)
    }),
  )
})

test('of too much text the newest draft stays, however long', () => {
  const long = (callId: string, at: number): CallDraft => ({
    callId,
    form: 'edit',
    sessionId: 's1',
    digest: 'd1',
    call: 'write_file',
    text: 'a'.repeat(1_500_000),
    at,
  })
  const [old, fresh] = [long('old', NOW - 2), long('fresh', NOW - 1)]
  expect(outdated([old, fresh], NOW)).toEqual([old])
})
