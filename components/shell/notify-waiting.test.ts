import { expect, test } from 'vitest'
import { aSession } from '@/lib/testing/factories'
import { newlyWaiting } from './notify-waiting'

const waiting = (id: string, minute: number, pendingCalls = 1) =>
  aSession({ id, pendingCalls, state: 'waiting', updatedAt: `2026-03-10T01:${minute}:00.000Z` })

const pageOf = (...items: ReturnType<typeof waiting>[]) => ({ items, nextCursor: 'more' })

test('a session in which calls begin to wait, or more of them, is news', () => {
  const before = pageOf(waiting('b', 20), waiting('a', 10))
  const after = pageOf(waiting('c', 40), waiting('b', 30, 2), waiting('a', 10))
  expect(newlyWaiting(after, before).map(({ id }) => id)).toEqual(['c', 'b'])
  expect(newlyWaiting(pageOf(waiting('a', 20)), { items: [], nextCursor: null })).toHaveLength(1)
})

test('one that moves up into the list since others were decided is none', () => {
  const before = pageOf(waiting('c', 30), waiting('b', 20))
  expect(newlyWaiting(pageOf(waiting('b', 20), waiting('a', 10)), before)).toEqual([])
})
