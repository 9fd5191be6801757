import { createServer } from 'node:http'
import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { cardOf } from './dock'
import { test } from './journey'

type Message = { text: string; link: string; header: string | undefined }

/** What a webhook on loopback is sent. */
async function takeMessages() {
  const messages: Message[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const header = request.headers['x-trial']
      messages.push({ ...JSON.parse(body), header: typeof header === 'string' ? header : undefined })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { host, messages, close: () => server.close() }
}

test('a webhook is set up and tried, and a notice of what waits leads to the card and approves nothing', async ({
  page,
  installation,
  anotherTab,
}) => {
  const { host, messages, close } = await takeMessages()
  await installation.ask('PATCH', '/api/settings', { internalHosts: [host] })
  await page.goto('/settings')
  const channels = page.getByRole('region', { name: 'Notifications' })
  await expect(channels.getByText('No channels yet.')).toBeVisible()
  await channels.getByRole('textbox', { name: 'Name', exact: true }).fill('desk')
  await channels.getByRole('textbox', { name: /^Address/ }).fill(`http://${host}/hook`)
  const headers = channels.getByRole('textbox', { name: /^Headers/ })
  await headers.fill('X-Trial: HOME')
  await channels.getByRole('checkbox', { name: 'Notify me about waiting calls' }).check()
  await channels.getByRole('button', { name: 'Add channel' }).click()
  const desk = channels.getByRole('article', { name: 'desk' })
  await expect(desk).toContainText(`http://${host}/hook`)
  await expect(desk).toContainText('with headers: X-Trial (HOME)')
  await expect(headers).toHaveValue('')
  await expectAccessible(page)

  await desk.getByRole('button', { name: 'Send a test to desk' }).click()
  await expect(desk.getByText('The test was sent to desk.')).toBeVisible()
  expect(messages).toMatchObject([{ header: process.env.HOME }])
  await channels.getByRole('spinbutton', { name: /^Notify after/ }).fill('1')
  await channels.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').getByText('Saved.')).toBeAttached()

  const session = await installation.scripted({ title: 'Release notes' })
  const write = { name: 'write_file', arguments: { path: 'private.txt', content: 'private words' } }
  await installation.play(session, [{ calls: [write] }, { text: 'Written.' }])
  await expect.poll(() => messages.length).toBe(2)
  const [, notice] = messages
  expect(JSON.stringify(notice)).toContain('Release notes')
  expect(JSON.stringify(notice)).not.toContain('private')
  const tab = await anotherTab()
  await tab.goto(notice?.link ?? '')
  await expect(cardOf(tab, 'write_file')).toBeVisible()
  const { pendingSet } = await installation.view(session)
  expect(pendingSet?.calls).toMatchObject([{ state: 'waiting', decisions: [] }])

  const asking = page.getByRole('dialog', { name: 'Remove desk?' })
  await desk.getByRole('button', { name: 'Remove desk' }).click()
  await expectAccessible(page, 'dialog')
  await asking.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(channels.getByText('No channels yet.')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Removed: desk.')
  close()
})
