import path from 'node:path'
import { expect } from 'playwright/test'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

const EVERYTHING = path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')

test('a prompt of a server is filled in, put into the message, edited and sent, and a resource of it is attached', async ({
  page,
  installation,
}) => {
  const settings = { command: process.execPath, args: [EVERYTHING, 'stdio'] }
  const { id } = await installation.ask<McpServer>('POST', '/api/mcp-servers', {
    name: 'everything',
    ...settings,
  })
  const isListed = async () => {
    const server = await installation.ask<McpServer>('GET', `/api/mcp-servers/${id}`)
    return server.status === 'connected' && server.prompts.length > 0 && server.resources.length > 0
  }
  await expect.poll(isListed).toBe(true)
  const session = await installation.scripted({ title: 'From servers' })
  await page.goto(`/sessions/${session.id}`)
  const message = messageOf(page)
  await message.pressSequentially('/args')
  const list = page.getByRole('listbox', { name: 'Commands' })
  await expect(list.getByRole('option')).toHaveText([
    '/everything:args-prompt A prompt with two arguments, one required and one optional',
  ])
  await picture(page, 'prompts')
  await message.press('Enter')
  const form = page.getByRole('form', { name: '/everything:args-prompt' })
  const city = form.getByRole('textbox', { name: 'city (required)' })
  await expect(city).toBeFocused()
  await expect(city).toHaveAccessibleDescription('Name of the city')
  await expect(form.getByRole('textbox', { name: 'state', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await expectAccessible(page)
  await picture(page, 'form')
  await city.press('Enter')
  await expect(city).toBeFocused()
  await city.fill('Bath')
  await city.press('Enter')
  await expect(message).toHaveValue("What's weather in Bath?")
  await expect(message).toBeFocused()
  await expect(form).toBeHidden()
  await expect(logOf(page).getByRole('article')).toHaveCount(0)
  await message.press('End')
  await message.pressSequentially(' And tomorrow?')
  await message.press('Enter')
  await expect(logOf(page)).toContainText("What's weather in Bath? And tomorrow?")
  await expect.poll(async () => (await installation.view(session)).activeRun).toBeUndefined()
  await message.pressSequentially('/simple')
  await list.getByRole('option', { name: /simple-prompt/ }).click()
  await expect(message).toHaveValue('This is a simple prompt without arguments.')

  await message.fill(JSON.stringify({ turns: [{ text: 'I have read it.' }] }))
  const typed = await message.inputValue()
  await page.getByRole('button', { name: 'Attach' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resources of servers' })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('option', { name: 'From this device…' }).click()
  await (await choosing).setFiles([
    { name: 'own.txt', mimeType: 'text/plain', buffer: Buffer.from('A file of mine') },
  ])
  await page.getByRole('button', { name: 'Attach' }).click()
  await expect(dialog.getByRole('option', { name: /features\.md/ })).toContainText('everything')
  await expectAccessible(page, 'dialog')
  await picture(page, 'resources')
  await dialog.getByRole('combobox').fill('ARCHITECTURE')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await dialog.getByRole('combobox').press('Enter')
  await expect(dialog).toBeHidden()
  const drafts = page.getByRole('list', { name: 'Files to send' })
  await expect(drafts.getByRole('listitem')).toContainText(['own.txt', 'architecture.md'])
  await expect(message).toHaveValue(typed)
  await message.press('Enter')
  await expect(logOf(page).getByText('I have read it.', { exact: true })).toBeVisible()
  await expect(logOf(page).getByRole('list', { name: 'Attached files' })).toContainText('architecture.md')
  await expect(drafts).toBeHidden()
})
