import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aView } from '@/test/factories'
import { answers, renderPage } from '@/test/page/render-page'
import { StatePanel } from './state-panel'

test('what is no object is refused before it is sent, and only what was changed is sent', async () => {
  const requests = answers('PATCH /api/sessions/{id}/state', {})
  const { user } = renderPage(<StatePanel view={aView({ state: { port: 80, host: 'a', note: 'b' } })} />)
  await user.click(screen.getByRole('button', { name: 'Edit state' }))
  const field = screen.getByRole('textbox', { name: 'State (JSON)' })
  expect(document.activeElement).toBe(field)
  const save = async (value: string) => {
    fireEvent.change(field, { target: { value } })
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save state' }))
  }
  for (const wrong of ['{"port": 8080,', '[80]', 'null']) {
    await save(wrong)
    await screen.findByRole('alert')
    expect(field).toHaveProperty('value', wrong)
  }
  await save('{"port": 8080, "host": "a"}')
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ port: 8080, note: null }]))
})

test('what the agent changes meanwhile is not written over unseen, and stays; what it wrote over is told', async () => {
  const path = '/port'
  const open = [{ path, before: '8080', after: '80' }]
  answers('GET /api/sessions/{id}/state/revisions', { items: [{ open }], nextCursor: null })
  const before = aView({ state: { port: 80, hosts: ['a'], note: 'b' } })
  const { user, anew } = renderPage(<StatePanel view={before} />)
  await user.click(screen.getByRole('button', { name: 'Edit state' }))
  const mine = '{"port": 8080, "hosts": ["a"]}'
  fireEvent.change(screen.getByRole('textbox'), { target: { value: mine } })
  anew(<StatePanel view={aView({ state: { port: 80, hosts: ['c'], note: 'b' }, stateRevision: 2 })} />)
  await screen.findByRole('alert')
  const save = screen.getByRole('button', { name: 'Save state' })
  expect(save.ariaDisabled).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Keep my version' }))
  expect(screen.getByRole('textbox')).toHaveProperty('value', mine)
  const requests = answers('PATCH /api/sessions/{id}/state', {})
  await user.click(save)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit state'))
  expect(requests.map(({ body, headers }) => [body, headers.get('if-match')])).toEqual([
    [{ port: 8080, note: null }, '"2"'],
  ])
  expect((await screen.findByRole('note')).textContent).toContain(path)
})
