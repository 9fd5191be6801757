import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldOf } from './long-text'

test('short texts are shown whole', () => {
  for (const text of ['', 'a', 'a\n'.repeat(40), 'x'.repeat(4_000)]) expect(foldOf(text)).toBeNull()
})

test('what stays in sight of a long text is bounded, at its beginning and at its end', () => {
  const line = fc.string({ maxLength: 200 })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 120 }), fc.boolean(), (lines, ends) => {
      const text = lines.join('\n') + (ends ? '\n' : '')
      const fold = foldOf(text)
      const shown = fold ? text.slice(0, fold.head) + text.slice(fold.tail) : text
      expect(shown.length).toBeLessThanOrEqual(4_001)
      expect(shown.split('\n').length).toBeLessThanOrEqual(44)
      if (fold) expect(fold.head).toBeLessThan(fold.tail)
      if (fold) expect(text.length - fold.tail).toBeGreaterThan(0)
    }),
  )
})

test.each([
  ['one long line', 'a'.repeat(300_000)],
  ['ten thousand empty lines', `begin${'\n'.repeat(10_000)}end`],
  ['a hundred thousand spaces', `begin${' '.repeat(100_000)}end`],
])('%s is folded between its beginning and its end', (_, text) => {
  const fold = foldOf(text)
  expect(fold).not.toBeNull()
  expect(text.slice(fold?.tail)).toMatch(/(a|end)$/)
})

test('a character is not cut in two', () => {
  const fold = foldOf('😀'.repeat(5_001))
  expect('😀'.repeat(5_001).slice(0, fold?.head).isWellFormed()).toBe(true)
  const odd = foldOf(`a${'😀'.repeat(5_000)}`)
  expect(`a${'😀'.repeat(5_000)}`.slice(odd?.tail).isWellFormed()).toBe(true)
})
