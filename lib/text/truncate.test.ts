import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { truncate } from './truncate'

describe('a long text', () => {
  test('keeps its first two thirds and its last third, and says what is missing', () => {
    expect(truncate('aaaabbbbcc', 6)).toEqual({ text: 'aaaa\n[… 4 characters left out …]\ncc', cut: 4 })
  })

  test('is not cut through a character', () => {
    expect(truncate(`abc👍${'x'.repeat(9)}👍z`, 6)).toEqual({
      text: 'abc\n[… 13 characters left out …]\nz',
      cut: 13,
    })
  })

  test('keeps at most what is allowed of it, whole characters, and counts the rest', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(100), (text, max) => {
        const { text: kept, cut } = truncate(text, max)
        if (cut === 0) return kept === text
        const [head = '', tail = ''] = kept.split(`\n[… ${cut} characters left out …]\n`)
        expect(head.length + tail.length).toBeLessThanOrEqual(max)
        expect(head.length + cut + tail.length).toBe(text.length)
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        expect(kept.isWellFormed()).toBe(text.isWellFormed())
        return true
      }),
    )
  })
})
