import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Session } from '@/lib/domain/session/session'
import { aSession } from '@/test/factories'
import { FakeEventSource } from '@/test/page/fake-event-source'
import { answers, type PageRequest, refusal, renderPage } from '@/test/page/render-page'
import { SessionsNav } from './sessions-nav'

const DAY = 86_400_000

const session = (title: string, given: Partial<Session> = {}): Session =>
  aSession({ id: title, title, updatedAt: new Date().toISOString(), ...given })

const list = (items: Session[], more: object = {}) => ({
  items,
  nextCursor: null,
  total: items.length,
  waitingCalls: 0,
  ...more,
})

/** The list with what the server rendered, and the requests that it makes of the others. */
function openList(items: Session[], answer: Parameters<typeof answers>[1] = list(items)) {
  const requests = answers('GET /api/sessions', answer)
  const nav = <SessionsNav initialPage={list(items, { nextCursor: 'older' })} serverNow={Date.now()} />
  return { requests, ...renderPage(nav) }
}

const titles = () => screen.getAllByRole('link').map(link => link.textContent)
const changes = (): void => FakeEventSource.last?.sends('sessions.changed', {})

test('sessions are asked for by state, title and archive, and older ones on demand', async () => {
  const waits = session('It waits', { state: 'waiting', pendingCalls: 1 })
  const { user, requests } = openList([session('New')], ({ query }: PageRequest) => {
    if (query.get('state') === 'waiting') return list([waits], { total: 70 })
    return query.get('cursor') ? list([session('Old')]) : list(query.get('q') ? [] : [session('New')])
  })
  await screen.findByRole('heading', { name: 'Needs you (70)' })
  expect(titles()).toEqual(['It waits', 'New'])
  await user.click(await screen.findByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(titles()).toEqual(['It waits', 'New', 'Old']))
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Ended with an error')
  await user.click(screen.getByRole('checkbox', { name: 'Archived' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search sessions' }), 'one')
  await screen.findByText('No matching sessions.')
  screen.getByRole('button', { name: 'Filters, some are on' })
  const last = Object.fromEntries(requests.at(-1)?.query ?? [])
  expect(last).toEqual({ q: 'one', state: 'error', archived: 'true' })
})

test('while the list cannot be read it says so, and shows what it knew', async () => {
  openList([session('New')])
  await waitFor(() => expect(FakeEventSource.last).not.toBeNull())
  answers('GET /api/sessions', refusal(500, 'internal'))
  changes()
  await screen.findByText(/^The list could not be loaded/)
  expect(titles()).toEqual(['New'])
})

test('what is written about a session stays when it comes into another group, and a refusal too', async () => {
  const { user } = openList([session('Release notes')])
  await user.click(screen.getByRole('button', { name: 'More for Release notes' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await user.clear(title)
  await user.type(title, 'Notes of the re')
  answers('GET /api/sessions', list([session('Release notes', { state: 'waiting', pendingCalls: 1 })]))
  changes()
  await screen.findByRole('heading', { name: 'Needs you (1)' })
  answers('PATCH /api/sessions/{id}', refusal(422, 'invalid_request'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  expect(title.isConnected).toBe(true)
  expect(title).toHaveProperty('value', 'Notes of the re')
})

test('a session is taken along in three ways, and what is deleted with it is said first', async () => {
  const doomed = session('Release notes', { state: 'running', pendingCalls: 2 })
  const { user, router } = openList([doomed])
  await user.click(screen.getByRole('button', { name: 'More for Release notes' }))
  const exports = within(await screen.findByRole('group', { name: 'Export as' })).getAllByRole('menuitem')
  expect(exports.map(item => item.getAttribute('href'))).toEqual(
    ['md', 'json', 'jsonl'].map(format => `/api/sessions/Release notes/export?format=${format}`),
  )
  await user.click(screen.getByRole('menuitem', { name: 'Delete…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete this session?' }))
  dialog.getByText(/^2 calls are waiting/)
  dialog.getByText(/will be stopped first/)
  answers('DELETE /api/sessions/{id}', refusal(404, 'not_found'))
  answers('GET /api/sessions', list([]))
  await user.click(dialog.getByRole('button', { name: 'Delete session' }))
  await screen.findByText('“Release notes” was deleted.')
  expect(router.push).not.toHaveBeenCalled()
})

test('a list that was sent before midnight is drawn as it was sent, and then as it is', async () => {
  const yesterday = Date.now() - DAY
  const items = [session('New', { updatedAt: new Date(yesterday).toISOString() })]
  answers('GET /api/sessions', list(items))
  const nav = <SessionsNav initialPage={list(items)} serverNow={yesterday} />
  const { sent } = renderPage(nav, { isSent: true })
  expect(sent).toContain('Today')
  await screen.findByRole('heading', { name: 'Yesterday' })
})
