import { expect } from 'playwright/test'
import { startWireServer, type WireServer } from '@/test/wire/start-wire-server'
import { expectAccessible } from './accessible'
import { approveIn, logOf, messageOf } from './dock'
import { test as base } from './journey'
import { picture } from './picture'

const KEY = 'sk-wire-0123456789-abcdefghij'

/** A model server at the address that OpenAI’s models are asked at; it wants the key. */
const test = base.extend<{ wire: WireServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  wire: async ({}, use) => {
    const wire = await startWireServer({ key: KEY, models: ['text-embedding-9', 'gpt-wire', 'gpt-other'] })
    await use(wire)
    await wire.close()
  },
})

type Providers = { items: { id: string }[] }

test('somebody signs the sample, which runs, connects a model by its key, is answered by it, and removes the key', async ({
  page,
  installation,
  wire,
}) => {
  await page.goto('/')
  await expectAccessible(page)
  await picture(page, 'first')
  const sample = page.getByRole('region', { name: 'A sample call' })
  await expect(sample.getByRole('figure')).toContainText('+An agent proposed this file.')
  await approveIn(sample).click()
  await expect(logOf(page).getByText('Approved by Owner')).toBeVisible()
  await expect.poll(() => installation.read('countersigned.md')).toContain('# Countersigned')
  await messageOf(page).fill('Write me a poem about paper')
  await messageOf(page).press('Enter')
  await expect(logOf(page)).toContainText('a small program and no language model')

  const connect = page.getByRole('button', { name: 'Connect a model' })
  await connect.click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(connect).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'OpenAI-compatible server' }).check()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(wire.url)
  await dialog.getByRole('textbox', { name: 'Key' }).fill(KEY)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByRole('status')).toHaveText('✓ 3 models')
  await expect(dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('compatible:gpt-wire')
  await expectAccessible(page, 'dialog')
  await picture(page, 'dialog')
  expect((await installation.ask<Providers>('GET', '/api/providers')).items).toContainEqual(
    expect.objectContaining({ id: 'compatible', keySource: null, baseUrl: null }),
  )
  await dialog.getByRole('button', { name: 'Use this model' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('compatible:gpt-wire is connected. New sessions use it too.')).toBeVisible()
  await expect(connect).toBeFocused()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(KEY)
  wire.script([{ text: 'Good morning from the wire.' }])
  await messageOf(page).fill('Good morning')
  await messageOf(page).press('Enter')
  await expect(logOf(page).getByText('Good morning from the wire.')).toBeVisible()

  await page.goto('/settings')
  const models = page.getByRole('region', { name: 'Models' })
  await expect(models).toContainText('Default model: gpt-wire')
  const server = models.getByRole('article', { name: 'OpenAI-compatible server' })
  await expect(server).toContainText('Key stored here')
  await expect(page.locator('body')).not.toContainText(KEY)
  await expectAccessible(page)
  await picture(page, 'settings')
  await server.getByRole('button', { name: 'Remove key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click()
  await expect(server).toContainText('No base URL')
  await expect(server.getByRole('button', { name: 'Remove key' })).toBeHidden()
})
