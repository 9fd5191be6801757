import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { visiblePieces } from '@/lib/text/hidden-characters'
import { hiddenIn } from './hidden-slices'

const parts = fc.array(fc.constantFrom('a', '\n', '\u202e', '😀', '\ud800', '⟦U+', '⟦', 'U', '+', '\0'), {
  maxLength: 20,
})

function inSlices(text: string, slice: number): string[] {
  const slices = hiddenIn(text, slice)
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value
  }
}

test('hidden characters found slice by slice are those of the whole text', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 5 }), (pieces, slice) => {
      const text = pieces.join('')
      const whole = visiblePieces(text).flatMap(piece => (piece.hidden ? [piece.text] : []))
      expect(new Set(inSlices(text, slice))).toEqual(new Set(whole))
    }),
  )
})
