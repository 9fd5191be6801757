import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Announcement } from '@/components/list/list-page'
import { answers, type PageRequest, refusal, renderPage } from '@/test/page/render-page'
import { HostSettings } from './host-settings'

const settings = (...internalHosts: string[]) => ({
  internalHosts,
  noticeAfterSeconds: 120,
  defaultModel: null,
})

test('a host is allowed and closed beside those that somebody else has set by then', async () => {
  answers('GET /api/settings', settings())
  const { user } = renderPage([<Announcement key="news" />, <HostSettings key="hosts" />])
  await screen.findByText('No internal hosts.')
  answers('PATCH /api/settings', refusal(422, 'invalid_request', { detail: 'internalHosts: no host' }))
  const field = screen.getByRole('textbox', { name: 'Host' })
  await user.type(field, 'two.internal{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('internalHosts')
  expect(field).toHaveProperty('value', 'two.internal')
  answers('GET /api/settings', settings('one.internal', 'more.internal'))
  const changes = answers('PATCH /api/settings', ({ body }: PageRequest) => ({
    ...settings(),
    ...(body as object),
  }))
  await user.click(screen.getByRole('button', { name: 'Allow host' }))
  await screen.findByRole('button', { name: 'Remove two.internal' })
  expect(field).toHaveProperty('value', '')
  answers('GET /api/settings', settings('more.internal', 'two.internal'))
  await user.click(screen.getByRole('button', { name: 'Remove two.internal' }))
  await screen.findByText('Removed: two.internal.')
  expect(changes.map(({ body }) => body)).toEqual([
    { internalHosts: ['one.internal', 'more.internal', 'two.internal'] },
    { internalHosts: ['more.internal'] },
  ])
})
