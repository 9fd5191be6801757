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
