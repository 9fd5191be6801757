import { expect, test } from 'vitest'
import { THREAD_SIZE, turnAfter } from './job'

test.each([
  [THREAD_SIZE - 1, false],
  [THREAD_SIZE, true],
])('after %d characters it is %s that others have a turn', async (size, expected) => {
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  await turnAfter(size)
  expect(hadTurn).toBe(expected)
})
