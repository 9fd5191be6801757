import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NEW_TITLE, NewSession, SessionPatch, titleFrom } from './session'

describe('a title', () => {
  test.each([
    ['Write a poem', 'Write a poem'],
    ['  two\n\n  lines\t of text ', 'two lines of text'],
    [
      '# Release **notes**\n\n- [ ] see [the guide](https://a.b/c) and `src/**/*.ts`',
      'Release notes see the guide and…',
    ],
    ['```ts\nrun()\n```', 'run()'],
    ['Mend `src/**/*.ts`', 'Mend src/**/*.ts'],
    ['Create a.md with “# One and two”', 'Create a.md with “One and two”'],
    ['What is 2**3 and 4**5?', 'What is 2**3 and 4**5?'],
    ['[a](https://b.c/d_(e)) **`x`**', 'a x'],
    ['---', '---'],
    ['one two three four five six', 'one two three four five six'],
    ['', NEW_TITLE],
    [' \n ', NEW_TITLE],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
    [`${'x'.repeat(58)} and more`, `${'x'.repeat(58)}…`],
    ['👍'.repeat(61), `${'👍'.repeat(59)}…`],
  ])('of %j is %j', (text, title) => {
    expect(titleFrom(text)).toBe(title)
  })

  test('is one line of at most 60 characters, whatever was said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), text => {
        const title = titleFrom(text)
        expect([...title].length).toBeLessThanOrEqual(60)
        expect(title).not.toMatch(/^\s|\n|\s$/)
        expect(title).not.toBe('')
      }),
    )
  })
})

describe('settings', () => {
  test.each<[object, string]>([
    [{ model: 'gpt' }, 'a model without its provider'],
    [{ model: 'other:gpt' }, 'a provider that is not known'],
    [{ limits: { requests: 0 } }, 'no requests at all'],
    [{ limits: { activeMs: 48 * 3_600_000 + 1 } }, 'more than 48 hours'],
    [{ limits: { expiryMs: 9e15 } }, 'an expiry beyond all dates'],
    [{ modeExpiresAt: '2026-03-01T12:00:00+01:00' }, 'a time that is not UTC'],
    [{ modeExpiresAt: '+012026-03-01T12:00:00Z' }, 'a time that would not compare'],
    [{ colour: 'red' }, 'what is no setting'],
    [{ limits: { request: 3 } }, 'what is no limit'],
    [{ compaction: { message: 50 } }, 'what is no measure of compaction'],
    [{ tools: { included: ['read_file'] } }, 'what chooses no tools'],
    [{ title: '  ' }, 'a title of nothing'],
  ])('%j is refused: %s', patch => {
    expect(SessionPatch.safeParse(patch).success).toBe(false)
    expect(NewSession.safeParse(patch).success).toBe(false)
  })

  test('name only what is to change', () => {
    expect(SessionPatch.parse({ limits: { requests: 3 }, persona: null })).toEqual({
      limits: { requests: 3 },
      persona: null,
    })
  })

  test('take a time of any precision, and keep it so that it compares', () => {
    for (const modeExpiresAt of ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000999Z']) {
      expect(NewSession.parse({ modeExpiresAt })).toEqual({ modeExpiresAt: '2026-03-01T12:00:00.000Z' })
    }
  })
})
