import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aSession } from '@/test/factories'
import { answers, renderPage } from '@/test/page/render-page'
import { NotifyButton } from './notify-button'
import { newlyWaiting } from './notify-waiting'

const waiting = (id: string, minute: number, pendingCalls = 1) =>
  aSession({ id, pendingCalls, state: 'waiting', updatedAt: `2026-03-10T01:${minute}:00.000Z` })

const pageOf = (...items: ReturnType<typeof waiting>[]) => ({ items, nextCursor: null })

afterEach(() => vi.restoreAllMocks())

test('of calls that began to wait before the list was first read, whoever turned away is told', async () => {
  const notices: [string, NotificationOptions][] = []
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted'
      constructor(...notice: [string, NotificationOptions]) {
        notices.push(notice)
      }
    },
  )
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const known = waiting('known', 10)
  answers('GET /api/sessions', pageOf({ ...waiting('new', 20, 2), title: 'Release notes' }, known))
  renderPage(<NotifyButton initialPage={pageOf(known)} />)
  await waitFor(() => expect(notices).toHaveLength(1))
  await act(() => vi.dynamicImportSettled())
  expect(notices).toMatchObject([[expect.stringContaining('2'), { body: 'Release notes' }]])
})

test('a session in which calls begin to wait, or more of them, is news', () => {
  const before = pageOf(waiting('b', 20), waiting('a', 10))
  const after = pageOf(waiting('c', 40), waiting('b', 30, 2), waiting('a', 10))
  expect(newlyWaiting(after, before).map(({ id }) => id)).toEqual(['c', 'b'])
  expect(newlyWaiting(pageOf(waiting('a', 20)), pageOf())).toHaveLength(1)
  // One that moves up into the list since others were decided is none.
  const full = pageOf(waiting('c', 30), waiting('b', 20))
  expect(newlyWaiting(pageOf(waiting('b', 20), waiting('a', 10)), full)).toEqual([])
})
