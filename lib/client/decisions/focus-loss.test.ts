import { expect, test } from 'vitest'
import { type FocusMove, holderAfter } from './focus-loss'

const on = (holder: string | null): FocusMove<string> => ({ type: 'came', holder })
const removed = (holder: string): FocusMove<string> => ({ type: 'left', holder, isThere: false })
const blurred = (holder: string): FocusMove<string> => ({ type: 'left', holder, isThere: true })
const key: FocusMove<string> = { type: 'pressed', isOnNothing: false }
const keyOnNothing: FocusMove<string> = { type: 'pressed', isOnNothing: true }

/** Whether the focus was lost at any of these moves. */
function isLostBy(moves: FocusMove<string>[]): boolean {
  const begin = { holder: null as string | null, isLost: false }
  return moves.reduce((before, move) => {
    const { holder, isLost } = holderAfter(before.holder, move)
    return { holder, isLost: isLost || before.isLost }
  }, begin).isLost
}

test.each<[string, FocusMove<string>[], boolean]>([
  ['a field is removed with the focus in it', [on('title'), removed('title')], true],
  ['its form closes while somebody writes', [on('title'), key, removed('title')], true],
  ['it is hidden, and a key comes to the page', [on('title'), keyOnNothing], true],
  ['the person leaves it', [on('title'), blurred('title')], false],
  ['the person leaves it, and presses a key', [on('title'), blurred('title'), keyOnNothing], false],
  ['the person goes to another before it is removed', [on('title'), on('search'), removed('title')], false],
  ['the person goes to a dock before it is removed', [on('title'), on(null), removed('title')], false],
  ['nothing had it', [keyOnNothing], false],
  ['the person writes', [on('title'), key, key], false],
])('the focus is lost where %s: %#', (_, moves, expected) => {
  expect(isLostBy(moves)).toBe(expected)
})
