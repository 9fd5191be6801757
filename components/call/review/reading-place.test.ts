import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CallBox, placeAfter } from './reading-place'

/** Calls of these heights, under each other, after so much was scrolled. */
const boxes = (heights: number[], scrollTop = 0): CallBox[] =>
  heights.map((_, index) => {
    const start = heights.slice(0, index).reduce((sum, other) => sum + other, 0) - scrollTop
    return { id: `${index}`, start }
  })

const view = { line: 100, length: 600 }

test.each([
  ['at the top', 0, '0'],
  ['when the second begins above the line', 320, '1'],
  ['within a long one', 700, '1'],
  ['when the last begins above the line', 1_350, '2'],
])('scrolled %s, that is the one', (_, scrollTop, id) => {
  const place = placeAfter({ id: '0', isChosen: false }, boxes([400, 1_000, 50], scrollTop), view)
  expect(place).toEqual({ id, isChosen: false })
})

test('one that somebody went to stays the one until its beginning is out of view', () => {
  const chosen = { id: '2', isChosen: true }
  expect(placeAfter(chosen, boxes([100, 100, 100, 900]), view)).toBe(chosen)
  expect(placeAfter(chosen, boxes([100, 100, 100, 900], 200), view)).toBe(chosen)
  expect(placeAfter(chosen, boxes([100, 100, 100, 900], 250), view)).toEqual({ id: '3', isChosen: false })
  expect(placeAfter(chosen, boxes([700, 700, 100], 0), view)).toEqual({ id: '0', isChosen: false })
})

test('pages side by side: the one that fills more of the view', () => {
  const paged = { line: 195, length: 195 }
  const pages = (scrollLeft: number) => boxes([390, 390, 390], scrollLeft)
  expect(placeAfter({ id: '0', isChosen: true }, pages(390), paged).id).toBe('1')
  expect(placeAfter({ id: '1', isChosen: true }, pages(0), paged).id).toBe('0')
  expect(placeAfter({ id: '1', isChosen: true }, pages(390), paged).id).toBe('1')
})

test('there is always one, as long as there are any', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1 }),
      fc.nat(20_000),
      fc.boolean(),
      (heights, scrollTop, isChosen) => {
        const all = boxes(heights, scrollTop)
        const { id } = placeAfter({ id: '0', isChosen }, all, view)
        expect(all.map(box => box.id)).toContain(id)
      },
    ),
  )
  expect(placeAfter({ id: undefined, isChosen: false }, [], view).id).toBeUndefined()
})
