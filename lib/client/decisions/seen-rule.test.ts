import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '@/lib/testing/table'
import {
  extentOf,
  type FoldState,
  foldOfPlaces,
  isSeen,
  mayApprove,
  mayBeRead,
  mergeStretches,
  NO_SIGHT,
  type PartView,
  type Sight,
  type Stretch,
  sightAfter,
  stretchesOnScreen,
  stretchesSeen,
} from './seen-rule'

const part = (name: string, height: number, visible: Stretch[]): PartView => ({
  ...{ name, height, visible, width: 700, fold: 'none' },
})
const head = part('head', 24, [[0, 24]])
const seenAfter = (...looks: PartView[][]): boolean => isSeen(looks.reduce<Sight>(sightAfter, NO_SIGHT))
const withFold = (fold: FoldState, view: PartView): PartView => ({ ...view, fold })

table<[string, PartView[][], boolean]>([
  ['nothing has been looked at', [], false],
  ['there is only its name', [[head]], false],
  [
    'something in it had not come when it was on screen, and then came',
    [
      [head, withFold('absent', part('preview', 100, [[0, 100]]))],
      [head, part('preview', 700, [[0, 100]])],
    ],
    false,
  ],
  [
    'it is on screen once all of it has come',
    [
      [head, withFold('absent', part('preview', 100, [[0, 100]]))],
      [head, part('preview', 100, [[0, 100]])],
    ],
    true,
  ],
  ['something in it has not come', [[head, withFold('absent', part('preview', 100, [[0, 100]]))]], false],
  ['all of it is on screen', [[head, part('preview', 100, [[0, 100]])]], true],
  ['not one line of it is', [[head, part('preview', 100, [])]], false],
  ['its last line is not', [[head, part('preview', 100, [[0, 80]])]], false],
  ['its first line is not', [[head, part('preview', 100, [[20, 100]])]], false],
  [
    'something stands over its middle',
    [
      [
        head,
        part('preview', 100, [
          [0, 40],
          [60, 100],
        ]),
      ],
    ],
    false,
  ],
  ['its heading is not', [[part('head', 24, []), part('preview', 100, [[0, 100]])]], false],
  ['half of its heading is not', [[part('head', 24, [[0, 12]]), part('preview', 100, [[0, 100]])]], false],
  [
    'it was there a piece after the other',
    [
      [head, part('preview', 100, [[0, 40]])],
      [part('preview', 100, [[30, 70]])],
      [part('preview', 100, [[70, 100]])],
    ],
    true,
  ],
  [
    'its heading was there first, then its lines',
    [
      [head, part('preview', 100, [])],
      [part('head', 24, []), part('preview', 100, [[0, 100]])],
    ],
    true,
  ],
  [
    'its lines have moved between the pieces',
    [[head, part('preview', 100, [[0, 60]])], [part('preview', 120, [[60, 120]])]],
    false,
  ],
  [
    'its lines move when all of it was there',
    [
      [head, part('preview', 100, [[0, 100]])],
      [part('head', 24, []), part('preview', 120, [])],
    ],
    true,
  ],
  ['something of it is folded', [[head, withFold('folded', part('preview', 100, [[0, 100]]))]], false],
  [
    'the fold was opened when the rest had been there',
    [
      [head, withFold('folded', part('preview', 100, [[0, 100]]))],
      [withFold('opened', part('preview', 5000, []))],
    ],
    true,
  ],
  [
    'the fold was opened, and neither beginning nor end was there',
    [[head, withFold('opened', part('preview', 5000, [[1000, 2000]]))]],
    false,
  ],
  [
    'the fold was opened, and beginning and end were there',
    [
      [head, withFold('opened', part('preview', 5000, [[0, 600]]))],
      [withFold('opened', part('preview', 5000, [[4700, 5000]]))],
    ],
    true,
  ],
  [
    'the fold was opened and closed again',
    [
      [
        head,
        withFold(
          'opened',
          part('preview', 5000, [
            [0, 600],
            [4700, 5000],
          ]),
        ),
      ],
      [withFold('folded', part('preview', 100, []))],
    ],
    true,
  ],
  ['it is still being unfolded', [[head, withFold('growing', part('preview', 100, [[0, 100]]))]], false],
  [
    'one of two parts is folded',
    [[head, part('preview', 40, [[0, 40]]), withFold('folded', part('content 1', 90, [[0, 90]]))]],
    false,
  ],
])('where it was looked at whole it is seen', (_, looks, expected) => {
  expect(seenAfter(...looks)).toBe(expected)
})

test('whatever is looked at in whatever order: seen is what has been on screen to the last line', () => {
  const lines = 20
  const stretch = fc
    .tuple(fc.nat(lines), fc.nat(lines))
    .map(([a, b]): Stretch => [Math.min(a, b) * 20, Math.max(a, b) * 20])
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 12 }), stretches => {
      const shown = Array.from({ length: lines }, (_, n) =>
        stretches.some(([from, to]) => from <= n * 20 && to >= n * 20 + 20),
      )
      const looks = stretches.map(visible => [head, part('preview', lines * 20, [visible])])
      expect(seenAfter(...looks)).toBe(shown.every(Boolean))
    }),
  )
})

test('what is not looked for, since it says nothing new, changes nothing', () => {
  const view = fc
    .record({
      ...{ name: fc.constantFrom('head', 'preview'), height: fc.constantFrom(40, 2_000) },
      fold: fc.constantFrom<FoldState>('absent', 'folded', 'opened', 'none'),
      visible: fc.constantFrom<Stretch[]>([], [[0, 20]], [[20, 40]], [[0, 700]], [[700, 2_000]]),
    })
    .map((view): PartView => ({ ...view, width: 700 }))
  fc.assert(
    fc.property(fc.array(view, { maxLength: 12 }), views => {
      const sparing = (sight: Sight, view: PartView): Sight =>
        sightAfter(sight, [mayBeRead(sight, view) ? view : { ...view, visible: [] }])
      const states = views.map((_, at) => views.slice(0, at + 1))
      const seenWith = (look: typeof sparing) => states.map(all => isSeen(all.reduce(look, NO_SIGHT)))
      expect(seenWith(sparing)).toEqual(seenWith((sight, view) => sightAfter(sight, [view])))
    }),
  )
})

test('stretches that touch are one', () => {
  expect(
    mergeStretches([
      [50, 70],
      [0, 20],
      [18, 40],
      [41, 49],
    ]),
  ).toEqual([[0, 70]])
  expect(
    mergeStretches([
      [0, 10],
      [30, 40],
    ]),
  ).toEqual([
    [0, 10],
    [30, 40],
  ])
})

const WINDOW = { top: 0, left: 0, bottom: 600, right: 800 }
/** A card from 100 to 300, seen through a window over which these lie. */
const stretchesUnder = (
  bars: { top: number; bottom: number; left?: number; right?: number }[],
  view = WINDOW,
) =>
  mergeStretches(
    stretchesOnScreen({ top: 100, bottom: 300, left: 50, right: 750 }, view, (x, y) =>
      bars.every(
        ({ top, bottom, left = 0, right = 800 }) => y < top || y >= bottom || x < left || x >= right,
      ),
    ),
  )

table<[string, Stretch[], Stretch[]]>([
  ['nothing stands over it', stretchesUnder([]), [[0, 200]]],
  ['a bar stands over its end', stretchesUnder([{ top: 250, bottom: 600 }]), [[0, 150]]],
  ['a bar stands over its beginning', stretchesUnder([{ top: 0, bottom: 150 }]), [[50, 200]]],
  [
    'a bar stands over its middle',
    stretchesUnder([{ top: 150, bottom: 200 }]),
    [
      [0, 50],
      [100, 200],
    ],
  ],
  ['something covers its left half', stretchesUnder([{ top: 0, bottom: 600, right: 400 }]), []],
  ['something covers its right half', stretchesUnder([{ top: 0, bottom: 600, left: 400 }]), []],
  [
    'a menu lies in its middle',
    stretchesUnder([{ top: 0, bottom: 200, left: 300, right: 500 }]),
    [[100, 200]],
  ],
  ['it reaches out of the window below', stretchesUnder([], { ...WINDOW, bottom: 220 }), [[0, 120]]],
  ['it reaches out of the window above', stretchesUnder([], { ...WINDOW, top: 180 }), [[80, 200]]],
  ['it is magnified out of the window', stretchesUnder([], { ...WINDOW, right: 700 }), []],
  ['it is scrolled out of the window', stretchesUnder([], { ...WINDOW, bottom: 90 }), []],
])('under what covers it only what is on screen counts', (_, stretches, expected) => {
  expect(stretches).toEqual(expected)
})

test('what a bar covers is not seen, until it has been scrolled from under it', () => {
  const look = (visible: Stretch[]) => [head, part('preview', 200, visible)]
  const covered = look(stretchesUnder([{ top: 250, bottom: 600 }]))
  expect(seenAfter(covered)).toBe(false)
  expect(seenAfter(covered, covered)).toBe(false)
  expect(seenAfter(covered, look(stretchesUnder([{ top: 0, bottom: 240 }])))).toBe(true)
})

test.each([
  [{ isArmed: true, isBusy: false, isWhole: true }, true],
  [{ isArmed: true, isBusy: false, isWhole: false }, false],
  [{ isArmed: true, isBusy: false, isWhole: false, isWaiver: true }, true],
  [{ isArmed: false, isBusy: false, isWhole: true }, false],
  [{ isArmed: false, isBusy: false, isWhole: false, isWaiver: true }, false],
  [{ isArmed: true, isBusy: true, isWhole: true }, false],
  [{ isArmed: true, isBusy: true, isWhole: false, isWaiver: true }, false],
])('with %j something may be approved: %s', (readiness, expected) => {
  expect(mayApprove(readiness)).toBe(expected)
})

test('a decision tells whether it was approved without reading on', () => {
  expect(extentOf(true)).toBe('whole')
  expect(extentOf(false)).toBe('part')
})

test.each([
  [[], 'none'],
  [[undefined, 'opened'], 'opened'],
  [['opened', 'folded'], 'folded'],
  [['folded', undefined, 'absent', 'opened'], 'absent'],
  [['opened', 'folded', 'growing'], 'growing'],
  [['none of these'], 'none'],
] as const)('places that say %j make their part %s', (states, fold) => {
  expect(foldOfPlaces(states)).toBe(fold)
})

test('what is known to have been on screen is not looked at again, and only what is known whole', () => {
  const box = { top: 100, bottom: 300, left: 50, right: 750 }
  const rows = (known: Stretch[]): number[] => {
    const asked = new Set<number>()
    stretchesOnScreen({ ...box, known }, WINDOW, (_, y) => {
      asked.add(y - box.top)
      return false
    })
    return [...asked]
  }
  expect(rows([[0, 200]])).toEqual([])
  // A step of which a part is not known is looked at whole.
  expect(rows([[0, 189]])).toEqual([187.5, 192.5, 197.5])
  expect(stretchesOnScreen({ ...box, known: [[0, 90]] }, WINDOW, () => false).at(-1)).toEqual([85, 90])
})

test('a part that is resized, or has been nowhere, has no stretches that were seen', () => {
  const sight = sightAfter(NO_SIGHT, [part('preview', 200, [[0, 50]])])
  expect(stretchesSeen(sight, part('preview', 200, []))).toEqual([[0, 50]])
  expect(stretchesSeen(sight, part('preview', 220, []))).toEqual([])
  expect(stretchesSeen(sight, part('head', 200, []))).toEqual([])
})
