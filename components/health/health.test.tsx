import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { answers, renderPage } from '@/test/page/render-page'
import { HealthView } from './health'

const HEALTH: Health = {
  ...({ status: 'ok', instance: 'a', version: '1', role: 'all', problems: [], streams: 1 } as const),
  database: { ok: true },
  queue: { ok: true, dueSessions: 0, oldestDueMs: 0 },
  lanes: { taken: 3, limit: 7 },
  sessions: [],
  providers: [],
  workspace: { ok: true },
  record: { ok: true, protected: true, broken: [] },
  eventLoop: { p99Ms: 12 },
}

test('active runs are named with their state and a link, and change without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const session = { sessionId: 's', runId: 'r', title: 'Sorting', since: '2026-03-01T12:00:00.000Z' }
  for (const endpoint of ['GET /api/providers', 'GET /api/mcp-servers', 'GET /api/channels'] as const)
    answers(endpoint, { items: [], nextCursor: null })
  let state: Health['sessions'][number]['state'] = 'long_running'
  answers('GET /api/health', () => ({ ...HEALTH, sessions: [{ ...session, state }] }))
  renderPage(<HealthView />)
  const list = within(await screen.findByRole('list', { name: 'Active runs' }))
  expect(list.getByRole('link', { name: 'Sorting' }).getAttribute('href')).toBe('/sessions/s')
  expect(list.getByText(/^Working since/)).toBeTruthy()
  expect(screen.getByText(/^3 of 7/)).toBeTruthy()
  state = 'stalled'
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  await list.findByText(/^No progress since/)
  expect(screen.getByRole('link', { name: 'Active runs' }).getAttribute('href')).toBe('#sessions')
  vi.useRealTimers()
})

const at = '2026-11-29T10:00:00.000Z'

test('each provider that failed is told with how often, with its last error, and where to mend it', async () => {
  for (const endpoint of ['GET /api/providers', 'GET /api/mcp-servers', 'GET /api/channels'] as const)
    answers(endpoint, { items: [], nextCursor: null })
  answers('GET /api/health', {
    ...HEALTH,
    providers: [
      { provider: 'compatible', errors: 3, lastError: { at, text: 'No such key.' } },
      { provider: 'mcp:desk', errors: 1, lastError: { at, text: 'It has ended.' } },
    ],
  })
  renderPage(<HealthView />)
  for (const [name, count, text, href] of [
    ['compatible', '3 errors', 'No such key.', '/settings#models'],
    ['desk', '1 error', 'It has ended.', '/tools'],
  ] as const) {
    const row = (await screen.findByText(name)).parentElement as HTMLElement
    expect(row.textContent).toContain(count)
    expect(row.textContent).toContain(text)
    expect(within(row).getByRole('link').getAttribute('href')).toBe(href)
  }
})
