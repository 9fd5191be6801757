import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { type FoldState, isSeen, type PartSight, type PartView, type Stretch, sightAfter } from './seen-rule'

const view = (height: number, visible: Stretch | null, fold: FoldState = 'none'): PartView => {
  return { width: 700, height, fold, visible }
}

const readAfter = (...views: PartView[]): boolean =>
  views.reduce<PartSight | undefined>(sightAfter, undefined)?.isRead ?? false

table<[string, PartView[], boolean]>([
  ['it was not looked at', [], false],
  ['all of it was on screen', [view(100, [0, 100])], true],
  ['not one line of it was', [view(100, null)], false],
  ['its last line was not', [view(100, [0, 80])], false],
  ['its first line was not', [view(100, [20, 100])], false],
  ['its middle was passed over', [view(100, [0, 40]), view(100, [60, 100])], false],
  [
    'its middle was passed over, and it was read again',
    [view(100, [0, 40]), view(100, [60, 100]), view(100, [30, 60]), view(100, [0, 30])],
    true,
  ],
  ['its lines moved between the pieces', [view(100, [0, 60]), view(120, [60, 120])], false],
  ['its lines moved when all of it had been there', [view(100, [0, 100]), view(120, null)], true],
  [
    'it was unfolded when it had been there',
    [view(100, [0, 100], 'closed'), view(5000, null, 'opened')],
    true,
  ],
  ['it was unfolded, and only its middle was there', [view(5000, [1000, 2000], 'opened')], false],
  [
    'it was unfolded, and its beginning and its end were there',
    [view(5000, [0, 600], 'opened'), view(5000, [4700, 5000], 'opened')],
    true,
  ],
])('a part has been read: %s', (_, views, expected) => {
  expect(readAfter(...views)).toBe(expected)
})

test('a part is read only when each of its lines was on screen', { tags: ['invariant'] }, () => {
  const lines = 12
  const stretch = fc
    .tuple(fc.nat(lines), fc.nat(lines))
    .map(([a, b]): Stretch => [Math.min(a, b) * 20, Math.max(a, b) * 20])
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 12 }), stretches => {
      const shown = Array.from({ length: lines }, (_, n) =>
        stretches.some(([from, to]) => from <= n * 20 && to >= n * 20 + 20),
      )
      const isRead = readAfter(...stretches.map(visible => view(lines * 20, visible)))
      expect(!isRead || shown.every(Boolean)).toBe(true)
    }),
  )
})

const part = (name: string, isRead = true, fold: FoldState = 'none') => ({ name, isRead, fold })

table<[string, ReturnType<typeof part>[], boolean]>([
  ['there is nothing', [], false],
  ['there is only its name', [part('head')], false],
  ['its heading and its preview were read', [part('head'), part('preview', true, 'opened')], true],
  ['it is a line', [part('preview')], true],
  ['its heading was not', [part('head', false), part('preview')], false],
  ['something of it is folded', [part('head'), part('preview', true, 'closed')], false],
  ['another file of it was not', [part('head'), part('preview'), part('preview b.txt', false)], false],
])('a call is seen: %s', (_, parts, expected) => {
  expect(isSeen(parts)).toBe(expected)
})
