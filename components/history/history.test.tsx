import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SearchItem } from '@/lib/domain/session/search'
import { aDecision, PERSON, settledCall } from '@/test/factories'
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

function openHistory(address: string) {
  answers('GET /api/people', { items: [] })
  return renderPage(<HistoryView tools={['list_files', 'write_file']} />, { path: address })
}

const search = () => screen.getByRole('searchbox', { name: 'Search history' })

const CALL_HIT = hit(9, {
  kind: 'result',
  excerpt: 'No birds today',
  highlights: [[3, 8]],
  decision: { kind: 'edit', by: PERSON, seq: 7 },
  outcome: 'ok',
  ...CALL,
})

test('a call is one hit under its session, with what was changed, all that became of it, and a branch', async () => {
  const proposed = {
    tool: 'write_file',
    arguments: { content: 'A bird' },
    argumentsText: '{"content":"A bird"}',
  }
  const effective = {
    ...proposed,
    arguments: { content: 'A kestrel' },
    argumentsText: '{"content":"A kestrel"}',
  }
  const decisions = [aDecision({ kind: 'edit', by: PERSON })]
  answers('GET /api/calls/{id}', { ...settledCall({ proposed, decisions }), effective })
  answers('GET /api/search', page([CALL_HIT]))
  const { user, router } = openHistory('/history?q=birds')
  await screen.findByRole('heading', { name: /Release notes/ })
  const link = screen.getByRole('link', { name: /You approved write_file sparrow.md with changes/ })
  expect(link.getAttribute('href')).toBe('/sessions/session#seq-9')
  expect(document.querySelector('mark')?.textContent).toBe('birds')
  const change = await screen.findByRole('figure', { name: 'Correction' })
  expect(change.textContent).toMatch(/You changed content.*\(\+1 −1\)/)
  expect(change.querySelector('ins')?.textContent).toBe('kestrel')
  await user.click(screen.getByText('Details'))
  await screen.findByRole('region', { name: 'Result' })
  const forks = answers('POST /api/sessions/{id}/fork', { id: 'fork' })
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Branch before this decision' }))
  await waitFor(() => expect(router.push.mock.calls).toEqual([['/sessions/fork']]))
  expect(forks.map(({ body }) => body)).toEqual([{ seq: 6 }])
})

test('sessions are a table of what they came to', async () => {
  const session = { model: 'scripted:replay', calls: 12, edited: 2, denied: 3, cost: 0.25 }
  answers('GET /api/search', page([hit(1, { kind: 'session', session })]))
  const { user } = openHistory('/history')
  await user.click(screen.getByRole('tab', { name: 'Sessions' }))
  const row = await screen.findByRole('row', { name: /Release notes/ })
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/sessions/session#seq-1')
  expect(row.textContent).toMatch(/scripted:replay1223\$0.25$/)
})

test('words and filters are asked for and stand in the address, and a list comes page by page', async () => {
  const searches = answers('GET /api/search', ({ query }: PageRequest) =>
    query.get('cursor') ? page([hit(1)], { total: 2 }) : page([hit(2)], { total: 2, nextCursor: 'next' }),
  )
  const { user } = openHistory('/history')
  await user.type(search(), '"of prey')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Decision' }), 'Denied')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), 'list_files')
  await user.type(screen.getByLabelText('To'), '2020-01-01')
  const asked = { q: '"of prey', decision: 'deny', tool: 'list_files', to: '2020-01-01' }
  const address = () => Object.fromEntries(new URLSearchParams(window.location.search))
  expect(address()).toEqual(asked)
  const last = () => Object.fromEntries(searches.at(-1)?.query ?? [])
  const sent = { ...asked, perCall: 'true', to: expect.stringMatching(/^20(19|20)-/) }
  await waitFor(() => expect(last()).toMatchObject(sent))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 results'))
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Agent said/ })).toHaveLength(2))
  expect(last()).toMatchObject({ cursor: 'next' })
  await user.click(screen.getByRole('tab', { name: 'Messages' }))
  expect(address()).toEqual({ kind: 'message', q: '"of prey', to: '2020-01-01' })
})

test('where it cannot be searched the page says why and tries again, and what was undone reads so', async () => {
  answers('GET /api/search', refusal(500, 'internal'))
  const { user } = openHistory('/history?q=kestrel')
  await screen.findByRole('alert')
  answers('GET /api/search', page([hit(9, { ...CALL, kind: 'decision', void: 'undone' })]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: /write_file sparrow.md Undone before it started/ })
  expect(screen.queryByRole('alert')).toBeNull()
})
