import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KEPT_STATES } from '@/test/gallery/kept-states'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { Memories } from './memories'

function openMemories(items = KEPT_STATES.memories?.memories ?? []) {
  const requests = answers('GET /api/memories', { items, nextCursor: null })
  return { requests, ...renderPage(<Memories />) }
}

test('what is refused stays where it was written, and what is kept is written once', async () => {
  const { user } = openMemories([])
  await screen.findByText(/^No memories yet/)
  const add = within(screen.getByRole('region', { name: 'Add a memory' }))
  const text = () => add.getByRole('textbox', { name: 'Text' })
  const refused = answers('POST /api/memories', refusal(422, 'invalid_request'))
  await user.type(text(), 'Invoices are paid.')
  await user.type(add.getByRole('textbox', { name: 'Tags' }), 'money,, law, money')
  await user.click(add.getByRole('button', { name: 'Add' }))
  await add.findByRole('alert')
  expect(text()).toHaveProperty('value', 'Invoices are paid.')
  const kept = answers('POST /api/memories', {})
  await user.click(add.getByRole('button', { name: 'Add' }))
  await screen.findByText('Added to memory.')
  expect(text()).toHaveProperty('value', '')
  const [first, second] = [...refused, ...kept].map(({ headers, body }) => [
    headers.get('idempotency-key'),
    body,
  ])
  expect(first).toEqual([expect.any(String), { text: 'Invoices are paid.', tags: ['money', 'law'] }])
  expect(second).toEqual(first)
})

test('memories are found by words and by a tag, and one is forgotten once somebody has said so', async () => {
  const { user, requests } = openMemories()
  const list = within(await screen.findByRole('list', { name: 'Memories' }))
  await user.click(list.getByRole('button', { name: 'design' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search memory' }), ' red')
  await waitFor(() => expect(requests.at(-1)?.query.get('q')).toBe('design red'))
  await user.click(list.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement)
  const gone = answers('DELETE /api/memories/{id}', {})
  answers('GET /api/memories', { items: [], nextCursor: null })
  await user.click(screen.getByRole('button', { name: 'Delete it' }))
  await screen.findByText('No results.', { exact: false })
  expect(gone.map(({ params }) => params.id)).toEqual(['a'])
})
