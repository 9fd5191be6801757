import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Announcement } from '@/components/list/list-page'
import { KEPT_STATES } from '@/test/gallery/kept-states'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { ChannelSettings } from './channel-settings'

const settings = (noticeAfterSeconds: number) => ({
  internalHosts: [],
  noticeAfterSeconds,
  defaultModel: null,
})

function openChannels() {
  const items = KEPT_STATES.channels?.channels ?? []
  answers('GET /api/channels', { items, nextCursor: null })
  answers('GET /api/settings', settings(120))
  return { items, ...renderPage([<Announcement key="news" />, <ChannelSettings key="channels" />]) }
}

test('each kind of channel is set up with what it needs, and a refusal takes nothing of it', async () => {
  const { user } = openChannels()
  const write = async (label: string, text: string) => {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
  }
  const add = () => user.click(screen.getByRole('button', { name: 'Add channel' }))
  const kind = () => screen.getByRole('combobox', { name: 'Kind' })
  await write('Name', 'desk')
  await write('Address, or the environment variable that holds it', 'https://desk/hook')
  await user.type(screen.getByLabelText(/^Headers/), 'X-Trial: HOME{Enter}')
  await user.click(screen.getByRole('checkbox', { name: 'Notify me about waiting calls' }))
  answers('POST /api/channels', refusal(422, 'invalid_request'))
  await add()
  await screen.findByText('invalid_request')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'desk')
  const sent = answers('POST /api/channels', { name: 'desk' })
  await add()
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', ''))
  await user.selectOptions(kind(), 'Slack')
  await write('Name', 'team')
  await write('Environment variable that holds the address', 'SLACK')
  await add()
  await waitFor(() => expect(sent.length).toBe(2))
  await user.selectOptions(kind(), 'Mail')
  await write('Name', 'post')
  await write('Mail server', 'mail.example')
  await write('Environment variable that holds the password', 'MAIL')
  await write('From', 'a@example.com')
  await write('To, separated by commas', 'b@example.com, c@example.com')
  await add()
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      {
        kind: 'webhook',
        name: 'desk',
        notices: true,
        url: 'https://desk/hook',
        headers: { 'X-Trial': { fromEnv: 'HOME' } },
      },
      { kind: 'slack', name: 'team', notices: false, url: { fromEnv: 'SLACK' } },
      {
        kind: 'smtp',
        name: 'post',
        notices: false,
        host: 'mail.example',
        port: 587,
        secure: false,
        password: { fromEnv: 'MAIL' },
        from: 'a@example.com',
        to: ['b@example.com', 'c@example.com'],
      },
    ]),
  )
})

test('a channel is tried, switched and removed once somebody has said so', async () => {
  const { user, items } = openChannels()
  const team = within(await screen.findByRole('article', { name: 'team' }))
  team.getByText(/MAIL_PASSWORD/)
  answers('POST /api/channels/{id}/test', { ok: false })
  await user.click(team.getByRole('button', { name: 'Send a test to team' }))
  await team.findByText('The test to team failed.')
  const changes = answers('PATCH /api/channels/{id}', {})
  await user.click(team.getByRole('checkbox', { name: 'On' }))
  await waitFor(() => expect(changes.map(({ body }) => body)).toEqual([{ enabled: false }]))
  await user.click(team.getByRole('button', { name: 'Remove team' }))
  const asking = within(screen.getByRole('dialog', { name: 'Remove team?' }))
  await user.click(asking.getByRole('button', { name: 'Keep it' }))
  await user.click(team.getByRole('button', { name: 'Remove team' }))
  const gone = answers('DELETE /api/channels/{id}', refusal(404, 'not_found'))
  answers('GET /api/channels', { items: items.filter(({ name }) => name !== 'team'), nextCursor: null })
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Removed: team.')
  await waitFor(() => expect(screen.queryByRole('article', { name: 'team' })).toBeNull())
  expect(gone.map(({ params }) => params.id)).toEqual(['team'])
})

test('how long calls wait is shown, changed and announced', async () => {
  const { user } = openChannels()
  const delay = screen.getByRole('spinbutton')
  await waitFor(() => expect(delay).toHaveProperty('value', '120'))
  await user.clear(delay)
  await user.type(delay, '30')
  const changes = answers('PATCH /api/settings', settings(30))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(changes.map(({ body }) => body)).toEqual([{ noticeAfterSeconds: 30 }])
})
