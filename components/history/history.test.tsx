import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SearchItem } from '@/lib/domain/session/search'
import { PERSON, settledCall } from '@/test/factories'
import { answers, type PageRequest, refusal, renderPage } from '@/test/page/render-page'
import { HistoryView } from './history'

const CALL = { tool: 'write_file', callId: 'call', target: 'sparrow.md' }

const hit = (seq: number, given: Partial<SearchItem> = {}): SearchItem => ({
  kind: 'message',
  entryKind: 'assistant',
  sessionId: 'session',
  seq,
  link: `/sessions/session#seq-${seq}`,
  title: 'Release notes',
  excerpt: 'I write about birds.',
  highlights: [[14, 19]],
  at: new Date().toISOString(),
  ...given,
})

const page = (items: SearchItem[], more: object = {}) => ({
  items,
  nextCursor: null,
  total: items.length,
  isMore: false,
  ...more,
})

const openHistory = (address: string) =>
  renderPage(<HistoryView tools={['list_files', 'write_file']} />, { path: address })

const search = () => screen.getByRole('searchbox', { name: 'Search history' })
const hits = () => screen.findAllByRole('listitem')

test('a hit is a sentence under its day, what a call was given lies behind it, and it is forked from', async () => {
  const decision = { kind: 'deny' as const, by: PERSON }
  const items = [
    hit(9, { kind: 'decision', excerpt: 'No birds today', highlights: [[3, 8]], decision, ...CALL }),
    hit(5, { kind: 'call', excerpt: 'path: sparrow.md', highlights: [[6, 13]], ...CALL }),
    hit(3),
  ]
  answers('GET /api/search', page(items))
  const { user, router } = openHistory('/history?q=sparrow')
  const today = within(await screen.findByRole('region', { name: 'Today' }))
  expect(today.getAllByRole('link').map(link => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/sessions/session#seq-9', expect.stringContaining('You denied write_file sparrow.mdNo birds today')],
    [
      '/sessions/session#seq-5',
      expect.stringContaining('Agent proposed write_file sparrow.mdpath: sparrow.md'),
    ],
    ['/sessions/session#seq-3', expect.stringContaining('Agent said I write about birds.Release notes · ')],
  ])
  expect([...document.querySelectorAll('mark')].map(mark => mark.textContent)).toContain('birds')
  const proposed = { tool: 'write_file', arguments: {}, argumentsText: '{"content":"A bird <b>of prey</b>"}' }
  answers('GET /api/calls/{id}', settledCall({ proposed }))
  await user.click(today.getByText('Arguments'))
  await today.findByText(proposed.argumentsText)
  const forks = answers('POST /api/sessions/{id}/fork', { id: 'fork' })
  await user.click(today.getByRole('button', { name: 'Fork before this decision' }))
  await user.click(today.getAllByRole('button', { name: 'Fork from here' })[0] as HTMLElement)
  await waitFor(() => expect(router.push.mock.calls).toEqual([['/sessions/fork'], ['/sessions/fork']]))
  expect(forks.map(({ body }) => body)).toEqual([{ seq: 8 }, { seq: 5 }])
})

test('words and filters are asked for and stand in the address, and a list comes page by page', async () => {
  const searches = answers('GET /api/search', ({ query }: PageRequest) =>
    query.get('cursor') ? page([hit(1)], { total: 2 }) : page([hit(2)], { total: 2, nextCursor: 'next' }),
  )
  const { user } = openHistory('/history')
  screen.getByText(/^Search every message/)
  await user.type(search(), '"of prey')
  await user.click(screen.getByRole('checkbox', { name: 'Decisions' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Decision' }), 'Denied')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), 'list_files')
  await user.type(screen.getByLabelText('To'), '2020-01-01')
  const asked = { q: '"of prey', kind: 'decision', decision: 'deny', tool: 'list_files', to: '2020-01-01' }
  const address = () => Object.fromEntries(new URLSearchParams(window.location.search))
  expect(address()).toEqual(asked)
  const last = () => Object.fromEntries(searches.at(-1)?.query ?? [])
  await waitFor(() => expect(last()).toMatchObject({ ...asked, to: expect.stringMatching(/^20(19|20)-/) }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 results'))
  expect(await hits()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect((await hits()).length).toBe(2))
  expect(last()).toMatchObject({ cursor: 'next' })
})

test('where it cannot be searched the page says why and tries again, and it says where nothing matches', async () => {
  answers('GET /api/search', refusal(500, 'internal'))
  const { user } = openHistory('/history?q=kestrel')
  await screen.findByRole('alert')
  answers('GET /api/search', page([]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/^No results\./)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('No results')
})
