import path from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, logOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'

const EVERYTHING = path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')

/** Unfolds the line of a Call. */
async function resultOf(page: Page, tool: string): Promise<Locator> {
  const line = logOf(page).getByRole('article', { name: `Call of ${tool}` })
  await line.locator('summary').click()
  return line.getByRole('region', { name: 'Result' })
}

test('a server is added, its tools are called once they are approved, and it is answered what it asks', async ({
  page,
  installation,
}) => {
  await page.goto('/tools')
  await page.getByRole('button', { name: 'Add a server' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a server' })
  await adding.getByRole('tab', { name: 'Form' }).click()
  await adding.getByRole('textbox', { name: 'Name' }).fill('everything')
  await adding.getByRole('textbox', { name: 'Program' }).fill(process.execPath)
  await adding.getByRole('textbox', { name: 'Arguments' }).fill(`${EVERYTHING}\nstdio`)
  await expect(adding.getByRole('checkbox', { name: 'In the sandbox' })).toBeChecked()
  await expectAccessible(page, 'dialog')
  await picture(page, 'form')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const servers = page.getByRole('region', { name: 'MCP servers' })
  const server = servers.getByRole('article', { name: 'everything', exact: true })
  await expect(server).toContainText('Connected')
  await expect(server).toContainText(/\d+ tools/)
  await expect(server).toContainText('Sandbox, no network')
  await expect(page.getByRole('article', { name: 'everything__echo' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'servers')
  const session = await installation.scripted()
  await installation.play(session, [
    { calls: [{ name: 'everything__echo', arguments: { message: 'Two texts.' } }] },
    { calls: [{ name: 'everything__trigger-elicitation-request', arguments: {} }] },
    { text: 'It was answered.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  await approve(cardOf(page, 'everything__echo'))
  await approve(cardOf(page, 'everything__trigger-elicitation-request'))
  const question = cardOf(page, 'everything__elicit')
  await expect(question).toContainText('Please provide inputs for the following fields:')
  await question.getByRole('textbox', { name: 'name', exact: true }).fill('Ada')
  await expectAccessible(page)
  await picture(page, 'question')
  await question.getByRole('button', { name: 'Send answer' }).click()
  await expect(saidIn(page, 'It was answered.')).toBeVisible()
  await expect(await resultOf(page, 'everything__echo')).toContainText('Echo: Two texts.')
  await expect(await resultOf(page, 'everything__trigger-elicitation-request')).toContainText('- Name: Ada')
  await page.goto('/tools')
  await server.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove everything?' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(server).toBeHidden()
  await expect(page.getByRole('article', { name: 'everything__echo' })).toBeHidden()
})
