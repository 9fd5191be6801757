import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aSession } from '@/test/factories'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { SessionSettings } from './session-settings'

test('the thinking levels of a model are offered, and one that it lacks is told and refused', async () => {
  const session = aSession({ thinking: 'minimal' })
  const onClose = vi.fn<() => void>()
  const { user } = renderPage(<SessionSettings session={session} onClose={onClose} />)
  const model = { id: 'openai:o', provider: 'openai', title: 'O', ready: true }
  answers('GET /api/models', { items: [{ ...model, thinking: ['default', 'low', 'max'] }] })
  answers('GET /api/tools', { items: [], nextCursor: null })
  const errors = [{ path: '/thinking', message: 'It has: default, low, max.' }]
  const refused = answers('PATCH /api/sessions/{id}', refusal(422, 'invalid_request', { errors }))
  const field = screen.getByRole('combobox', { name: 'Model' })
  await user.clear(field)
  await user.type(field, model.id)
  const thinking = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Thinking' })
  const levels = () => [...thinking.options].map(({ value }) => value)
  await waitFor(() => expect(levels()).toEqual(['default', 'minimal', 'low', 'max']))
  expect(within(thinking).getByRole('option', { name: /^Minimal \(/ })).toHaveProperty('selected', true)
  const save = screen.getByRole('button', { name: 'Save settings' })
  await user.click(save)
  expect((await screen.findByRole('alert')).textContent).toBe(errors[0]?.message)
  answers('PATCH /api/sessions/{id}', session)
  await user.selectOptions(thinking, 'low')
  expect(levels()).toEqual(['default', 'low', 'max'])
  await user.click(save)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(refused.map(({ body }) => body)).toEqual([{ model: model.id }])
})

test('what differs from the defaults of new sessions is marked, and calls may be given a time to wait, and a run a budget', async () => {
  const { title: _, ...session } = aSession({ mode: 'auto' })
  const limits = { ...session.limits, requests: 25 }
  answers('GET /api/settings', { sessionDefaults: { ...session, mode: 'ask', limits } })
  const changes = answers('PATCH /api/sessions/{id}', session)
  const { user } = renderPage(
    <SessionSettings session={aSession({ mode: 'auto' })} onClose={() => undefined} />,
  )
  expect(
    (await screen.findAllByText(/Default: /)).map(mark => mark.textContent?.replace(/^\W+/, '')),
  ).toEqual(['Default: Ask', 'Default: 25'])
  await user.type(screen.getByRole('spinbutton', { name: /^Waiting calls/ }), '90')
  screen.getByText(/Default: No limit/)
  await user.type(screen.getByRole('spinbutton', { name: /^Tokens per run/ }), '10')
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() =>
    expect(changes.map(({ body }) => body)).toEqual([{ limits: { expiryMs: 90 * 60_000, tokens: 10 } }]),
  )
})
