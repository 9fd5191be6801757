import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from './matches'
import { narrowMatchers } from './narrow-rule'
import { Matcher } from './rule'

const args = fc.oneof(
  fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 30 }),
  fc.jsonValue(),
)

test('the narrowest rule fits the call that it was made from, and can be stored', () => {
  fc.assert(
    fc.property(args, given => {
      const matchers = narrowMatchers(given)
      expect(matchers.length).toBe(1)
      for (const matcher of matchers) {
        expect(Matcher.parse(matcher)).toEqual(matcher)
        expect(matches(matcher, given)).toBe(true)
      }
    }),
  )
})

test('it fits no call with another argument', () => {
  const matchers = narrowMatchers({ path: 'notes.md', content: 'A' })
  const fits = (other: unknown): boolean => matchers.every(matcher => matches(matcher, other))
  expect(fits({ path: 'notes.md', content: 'A' })).toBe(true)
  expect(fits({ path: 'notes.md', content: 'B' })).toBe(false)
  expect(fits({ path: 'other.md', content: 'A' })).toBe(false)
  expect(fits({ path: 'notes.md', content: 'A', network: true })).toBe(false)
  expect(fits({ path: 'notes.md' })).toBe(false)
})
