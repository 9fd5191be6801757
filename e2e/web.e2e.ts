import { createServer } from 'node:http'
import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, logOf, saidIn } from './dock'
import { test } from './journey'

/** A page on loopback, and who asked for it. */
async function servePage() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<h1>Wiki</h1><p>The <a href="/b">answer</a>.')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { host, asked, close: () => server.close() }
}

test('the owner opens an internal host, the agent asks it once a person has seen the request, and it is closed again', async ({
  page,
  installation,
}) => {
  const { host, asked, close } = await servePage()
  await page.goto('/settings')
  await page.getByText('Advanced', { exact: true }).click()
  const hosts = page.getByRole('region', { name: 'Internal hosts' })
  await expect(hosts.getByText('No internal hosts.')).toBeVisible()
  await hosts.getByRole('textbox', { name: 'Host' }).fill(host)
  await hosts.getByRole('textbox', { name: 'Host' }).press('Enter')
  await expect(hosts.getByRole('listitem')).toHaveText([new RegExp(host)])
  await expectAccessible(page)

  const session = await installation.scripted()
  const call = {
    name: 'fetch_url',
    arguments: {
      url: `http://${host}/a?q=1`,
      method: 'POST',
      headers: { 'x-own': 'b' },
      body: 'The question',
    },
  }
  await installation.play(session, [{ calls: [call] }, { text: 'It says so.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'fetch_url')
  const request = card.getByRole('figure', { name: 'Request' })
  await expect(request).toContainText(`POST http://${host}/a?q=1`)
  await expect(request.locator('strong')).toHaveText(host)
  await expect(request).toContainText('x-own: b')
  await expect(request).toContainText('The question')
  await expect(card).toContainText('Internal host, allowed by the owner')
  await expectAccessible(page)
  expect(asked).toEqual([])
  await approve(card)
  await expect(saidIn(page, 'It says so.')).toBeVisible()
  const line = logOf(page).getByRole('article', { name: 'Call of fetch_url' })
  await line.locator('summary').click()
  await expect(line).toContainText(`answer [http://${host}/b].`)
  expect(asked).toEqual(['POST /a?q=1'])

  await page.goto('/settings')
  await page.getByText('Advanced', { exact: true }).click()
  await hosts.getByRole('button', { name: `Remove ${host}` }).click()
  await expect(hosts.getByText('No internal hosts.')).toBeVisible()
  await installation.play(session, [{ calls: [call] }, { text: 'It is closed.' }])
  await page.goto(`/sessions/${session.id}`)
  await expect(saidIn(page, 'It is closed.')).toBeVisible()
  expect(asked).toEqual(['POST /a?q=1'])
  close()
})
