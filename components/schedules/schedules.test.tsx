import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KEPT_STATES } from '@/test/gallery/kept-states'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { Schedules } from './schedules'

const ITEMS = KEPT_STATES.schedules?.schedules ?? []

function openSchedules(items = ITEMS) {
  answers('GET /api/models', { items: [], nextCursor: null })
  answers('GET /api/schedules', { items, nextCursor: null })
  return renderPage(<Schedules />)
}

test('a schedule is made with a cron line or a time, and what is refused stays where it was written', async () => {
  const { user } = openSchedules([])
  await screen.findByText(/^No schedules yet/)
  await user.click(screen.getByRole('button', { name: 'New schedule' }))
  const form = within(screen.getByRole('form', { name: 'New schedule' }))
  const field = (name: string) => form.getByRole('textbox', { name })
  await user.type(field('Name'), 'Nightly')
  await user.type(field('Message'), 'List outdated dependencies.')
  await user.type(field('When'), '0 0 30 2 *')
  const requests = answers('POST /api/schedules', refusal(422, 'invalid_request'))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByRole('alert')
  await user.clear(field('When'))
  await user.type(field('When'), '2030-01-31 09:00')
  const made = answers('POST /api/schedules', {})
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('form')).toBe(null))
  expect([...requests, ...made].map(({ body }) => body)).toMatchObject([
    { name: 'Nightly', cron: '0 0 30 2 *', at: null, unattended: 'wait', settings: {} },
    { name: 'Nightly', cron: null, at: '2030-01-31T09:00' },
  ])
})

test('a schedule is run, paused, changed without losing what has no field, and deleted once somebody has said so', async () => {
  const { user } = openSchedules()
  const [first] = ITEMS
  const article = await screen.findByRole('article', { name: first?.name ?? '' })
  const row = within(article)
  expect(row.getByRole('link').getAttribute('href')).toBe(`/sessions/${first?.lastRun?.sessionId}`)
  const run = answers('POST /api/schedules/{id}/run', first)
  const changes = answers('PATCH /api/schedules/{id}', first)
  const gone = answers('DELETE /api/schedules/{id}', new Response(null, { status: 204 }))
  await user.click(row.getByRole('button', { name: 'Run now' }))
  await user.click(row.getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect([run.length, changes[0]?.body]).toEqual([1, { enabled: false }]))
  await user.click(row.getByRole('button', { name: 'Delete' }))
  await user.click(screen.getByRole('button', { name: 'Delete it' }))
  await waitFor(() => expect(gone.map(({ params }) => params.id)).toEqual([first?.id]))
  await user.click(row.getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const settings = { ...first?.settings }
  await waitFor(() => expect(changes[1]?.body).toMatchObject({ cron: first?.cron, settings }))
})

test('Full is shown where it is set, stays with its time, and can be taken away', async () => {
  const [first] = ITEMS
  if (!first) throw new Error('No schedule.')
  const full = { mode: 'full' as const, modeExpiresAt: '2036-01-01T00:00:00.000Z' }
  const { user } = openSchedules([{ ...first, settings: { ...first.settings, ...full } }])
  const changes = answers('PATCH /api/schedules/{id}', first)
  const save = async (isKept: boolean) => {
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    if (!isKept) await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'Default')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('form')).toBe(null))
  }
  await save(true)
  await save(false)
  expect(changes.map(({ body }) => body)).toMatchObject([{ settings: full }, {}])
  expect(changes[1]?.body).not.toHaveProperty('settings.mode')
})
