import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UsageNumbers } from '@/lib/domain/contract/usage-operations'
import { answers, type PageRequest, refusal, renderPage } from '@/test/page/render-page'
import { UsageView } from './usage'

const TODAY = new Date().toISOString().slice(0, 10)

const numbers = (given: Partial<UsageNumbers> = {}): UsageNumbers => ({
  requests: 3,
  inputTokens: 9_000,
  cachedInputTokens: 2_000,
  outputTokens: 500,
  reasoningTokens: 0,
  cost: 0.25,
  unpricedRequests: 0,
  calls: 1,
  modelMs: 4_000,
  toolMs: 20,
  waitingMs: 90_000,
  decisions: 1,
  decisionMs: 5_000,
  ...given,
})

const KEYS: Record<string, string> = {
  day: TODAY,
  model: 'scripted:replay',
  tool: 'write_file',
  session: 's',
}

/** The report by what is asked for, of the same numbers each time. */
const reportOf =
  (total: UsageNumbers) =>
  ({ query }: PageRequest) => {
    const groupBy = query.get('groupBy') ?? ''
    const group = { ...total, key: KEYS[groupBy] ?? null, ...(groupBy === 'session' && { title: 'Notes' }) }
    const groups = total.requests > 0 ? [group] : []
    return { groupBy, timeZone: 'UTC', from: query.get('from'), to: query.get('to'), groups, more: 0, total }
  }

const cells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(cell => cell.textContent)

test('what was used is told by day, model, tool and session, of the days that somebody chooses', async () => {
  const requests = answers('GET /api/usage', reportOf(numbers({ unpricedRequests: 2 })))
  const { user } = renderPage(<UsageView />)
  await screen.findByRole('region', { name: 'By model' })
  expect(cells(/^scripted:replay/)).toContain('$0.25 and 2 requests without a price')
  expect(cells(/^write_file/)).toEqual(['1', expect.anything(), '1.5 min', '1', '5 sec'])
  expect(screen.getByRole('link', { name: 'Notes' }).getAttribute('href')).toBe('/sessions/s')
  screen.getByText('2 requests without a price')
  const byDay = within(screen.getByRole('region', { name: 'By day' }))
  expect(byDay.getAllByRole('img').map(chart => chart.ariaLabel)).toEqual([
    expect.stringMatching(/^Cost by day.*Highest: \$0\.25/),
    expect.stringMatching(/^Tokens by day.*Highest: 9\.5K/),
    expect.stringMatching(/^Waiting for a decision by day/),
    expect.stringMatching(/^Time to decide by day/),
  ])
  await user.click(byDay.getByText('View as table'))
  byDay.getByRole('table')
  const daysAsked = () => {
    const { from, to } = Object.fromEntries(requests.at(-1)?.query ?? [])
    return (Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000 + 1
  }
  expect(daysAsked()).toBe(30)
  await user.click(screen.getByRole('radio', { name: 'Last 7 days' }))
  await waitFor(() => expect(daysAsked()).toBe(7))
})

test('where nothing has a price there is no cost, and where nothing waited no chart of that', async () => {
  const total = numbers({ cost: null, unpricedRequests: 3, waitingMs: 0, decisionMs: undefined })
  answers('GET /api/usage', reportOf(total))
  const { container } = renderPage(<UsageView />)
  await screen.findByRole('region', { name: 'By model' })
  expect(screen.getAllByRole('img').map(chart => chart.ariaLabel)).toEqual([
    expect.stringMatching(/^Tokens by day/),
  ])
  expect(screen.queryByText('Cost')).toBeNull()
  screen.getByRole('link', { name: 'Set prices in Settings' })
  expect(container.textContent).not.toContain('$0')
})

test('where it cannot be read the page says why and tries again, and where nothing was used it says so', async () => {
  const total = numbers({ requests: 0, calls: 0, waitingMs: 0 })
  answers('GET /api/usage', refusal(500, 'internal'))
  const { user } = renderPage(<UsageView />, { language: 'ru' })
  await screen.findByRole('alert')
  screen.getByRole('heading', { name: 'Расход', level: 1 })
  answers('GET /api/usage', reportOf(total))
  await user.click(within(screen.getByRole('alert')).getByRole('button'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.queryByRole('table')).toBeNull()
})
