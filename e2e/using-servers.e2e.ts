import path from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, logOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'

const EVERYTHING = path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')

/** Adds a server that runs in Node, in the sandbox, and waits until it is connected. */
async function addServer(page: Page, name: string, args: string[]): Promise<Locator> {
  await page.goto('/tools')
  await page.getByRole('button', { name: 'Add a server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a server' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Program' }).fill(process.execPath)
  await dialog.getByRole('textbox', { name: 'Arguments' }).fill(args.join('\n'))
  await expect(dialog.getByRole('checkbox', { name: 'In the sandbox' })).toBeChecked()
  await expectAccessible(page, 'dialog')
  await picture(page, 'form')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const server = page.getByRole('region', { name: 'Servers' }).getByRole('article', { name, exact: true })
  await expect(server).toContainText('Connected')
  return server
}

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
  const server = await addServer(page, 'everything', [EVERYTHING, 'stdio'])
  await expect(server).toContainText(/\d+ tools/)
  await expect(server).toContainText('In the sandbox, no network')
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
