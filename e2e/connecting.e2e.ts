import { createServer } from 'node:http'
import { expect, type Locator, type Page } from 'playwright/test'
import { freePort } from '@/lib/testing/http/free-port'
import { startWireServer, type WireServer } from '@/lib/testing/wire/start-wire-server'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import type { Installation } from './installation'
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

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Connect a model' })

/** Opens the dialog for a server of one’s own. */
async function openDialog(page: Page, address: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Connect a model' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: 'Another server' }).check()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address)
  return dialog
}

const keyOf = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: 'Key' })
const press = (dialog: Locator, name: string): Promise<void> => dialog.getByRole('button', { name }).click()

test('somebody pastes a key, tests it, picks a model, and a session is answered by it', async ({
  page,
  installation,
  wire,
}) => {
  await page.goto('/')
  await expectAccessible(page)
  await picture(page, 'first')
  const dialog = await openDialog(page, wire.url)
  await expect(dialog.getByRole('button', { name: 'Use this model' })).toBeDisabled()
  await keyOf(dialog).fill(KEY)
  await press(dialog, 'Test')
  await expect(dialog.getByRole('status')).toHaveText('✓ 3 models')
  await expect(dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('compatible:gpt-wire')
  await expectAccessible(page, 'dialog')
  await picture(page, 'dialog')
  expect((await installation.ask<Providers>('GET', '/api/providers')).items).toContainEqual(
    expect.objectContaining({ id: 'compatible', keySource: null, baseUrl: null }),
  )
  await press(dialog, 'Use this model')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('compatible:gpt-wire answers new sessions now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect a model' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'The model' })).toContainText('gpt-wire answers')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(KEY)

  wire.script([{ text: 'Good morning from the wire.' }])
  await messageOf(page).fill('Good morning')
  await messageOf(page).press('Enter')
  await expect(logOf(page).getByText('Good morning from the wire.')).toBeVisible()

  await page.goto('/settings')
  const models = page.getByRole('region', { name: 'Models' })
  await expect(models).toContainText('gpt-wire answers new sessions')
  const server = models.getByRole('article', { name: 'Another server' })
  await expect(server).toContainText('Key stored here')
  await expect(page.locator('body')).not.toContainText(KEY)
  await expectAccessible(page)
  await picture(page, 'settings')
  await server.getByRole('button', { name: 'Remove key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click()
  await expect(server).toContainText('No address')
  await expect(server.getByRole('button', { name: 'Remove key' })).toBeHidden()
})

test('the first message goes to the model that was connected, also before the page has been read anew', async ({
  page,
  wire,
}) => {
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<void>()
  await page.route(/\/\?_rsc=/, async route => {
    await isLet
    await route.continue()
  })
  await page.goto('/')
  const dialog = await openDialog(page, wire.url)
  await keyOf(dialog).fill(KEY)
  await press(dialog, 'Test')
  await press(dialog, 'Use this model')
  await expect(page.getByText('compatible:gpt-wire answers new sessions now.')).toBeVisible()
  wire.script([{ text: 'Good morning from the wire.' }])
  await messageOf(page).fill('Good morning')
  const sent = page.waitForResponse('**/messages')
  await messageOf(page).press('Enter')
  await sent
  letIn()
  await expect(logOf(page).getByText('Good morning from the wire.')).toBeVisible()
})

type Providers = { items: { id: string }[] }

test('a key that is refused is told in the provider’s words, and nothing is stored', async ({
  page,
  installation,
  wire,
}) => {
  await page.goto('/')
  const dialog = await openDialog(page, wire.url)
  await keyOf(dialog).fill('sk-wrong-0123456789')
  await keyOf(dialog).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Nothing was stored.')
  await expect(dialog.getByRole('alert')).not.toContainText('sk-wrong-0123456789')
  await expect(keyOf(dialog)).toHaveValue('sk-wrong-0123456789')
  await expect(dialog.getByRole('button', { name: 'Use this model' })).toBeDisabled()
  await picture(page, 'refused')
  const { items } = await installation.ask<Providers>('GET', '/api/providers')
  expect(items).toContainEqual(expect.objectContaining({ id: 'compatible', keySource: null, baseUrl: null }))
  await press(dialog, 'Cancel')
  await page.getByRole('button', { name: 'Connect a model' }).click()
  await dialog.getByRole('radio', { name: 'Another server' }).check()
  await expect(keyOf(dialog)).toHaveValue('')
})

test('what was typed stays where the connection is lost, and a second click does nothing more', async ({
  page,
  installation,
  wire,
  expected,
}) => {
  expected.push(/ERR_FAILED/)
  await page.goto('/')
  const dialog = await openDialog(page, wire.url)
  await keyOf(dialog).fill(KEY)
  await page.route('**/api/providers/**', route => route.abort())
  await press(dialog, 'Test')
  await expect(dialog.getByRole('alert')).toHaveText('The server cannot be reached. Try again in a moment.')
  await expect(keyOf(dialog)).toHaveValue(KEY)
  await page.unroute('**/api/providers/**')
  await dialog.getByRole('button', { name: 'Test' }).dblclick()
  const model = dialog.getByRole('combobox', { name: 'Model' })
  await model.selectOption('compatible:gpt-other')
  await page.route('**/api/providers/**', route => route.abort())
  await press(dialog, 'Use this model')
  await expect(dialog.getByRole('alert')).toHaveText('The server cannot be reached. Try again in a moment.')
  await expect(model).toHaveValue('compatible:gpt-other')
  await page.unroute('**/api/providers/**')
  await dialog.getByRole('button', { name: 'Use this model' }).dblclick()
  await expect(dialog).toBeHidden()
  expect(await defaultModelOf(installation)).toBe('compatible:gpt-other')
})

test('a model that is gone by the time it is chosen is not stored', async ({ page, installation }) => {
  const server = await startModelList(['one', 'two'])
  await page.goto('/')
  const dialog = await openDialog(page, server.url)
  await press(dialog, 'Test')
  const model = dialog.getByRole('combobox', { name: 'Model' })
  await expect(model).toHaveValue('compatible:one')
  server.models.shift()
  await press(dialog, 'Use this model')
  await expect(dialog.getByRole('alert')).toHaveText(
    'This model is not offered any more. Choose another one. Nothing was stored.',
  )
  await expect(model).toHaveValue('compatible:two')
  expect(await defaultModelOf(installation)).toBeNull()
  await press(dialog, 'Use this model')
  await expect(dialog).toBeHidden()
  expect(await defaultModelOf(installation)).toBe('compatible:two')
  server.close()
})

const defaultModelOf = async (installation: Installation): Promise<string | null> =>
  (await installation.ask<{ defaultModel: string | null }>('GET', '/api/settings')).defaultModel

/** A server whose models come and go. It answers nothing but their list. */
async function startModelList(models: string[]) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: models.map(id => ({ id, object: 'model' })) }))
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/v1`, models, close }
}

test('the first card waits for real: what is signed runs, and the session offers a model', async ({
  page,
  installation,
}) => {
  await page.goto('/')
  expect(await countSessions(installation)).toBe(0)
  await page.getByRole('button', { name: 'Propose it to me' }).dblclick()
  const dock = page.getByRole('region', { name: 'Pending calls' })
  const card = dock.getByRole('group', { name: 'write_file' })
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('+An agent proposed this file.')
  await expectAccessible(page)
  await picture(page, 'card')
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(logOf(page).getByText('Approved by Owner')).toBeVisible()
  await expect.poll(() => installation.read('countersigned.md')).toContain('# Countersigned')
  expect(await countSessions(installation)).toBe(1)

  await messageOf(page).fill('Write me a poem about paper')
  await messageOf(page).press('Enter')
  await expect(logOf(page)).toContainText('a small program and no language model')
  await page.getByRole('button', { name: 'Connect a model' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Connect a model' })).toBeFocused()
})

const countSessions = async (installation: Installation): Promise<number> =>
  (await installation.ask<{ items: unknown[] }>('GET', '/api/sessions')).items.length

test('in a session of the demo a model is connected, and answers there', async ({
  page,
  installation,
  wire,
}) => {
  const session = await installation.ask<{ id: string }>('POST', '/api/sessions', { title: 'On the demo' })
  await page.goto(`/sessions/${session.id}`)
  const dialog = await openDialog(page, wire.url)
  await keyOf(dialog).fill(KEY)
  await press(dialog, 'Test')
  await press(dialog, 'Use this model')
  await expect(page.getByText('compatible:gpt-wire answers here and in new sessions now.')).toBeVisible()
  wire.script([{ text: 'Here I am.' }])
  await messageOf(page).fill('Are you there?')
  await messageOf(page).press('Enter')
  await expect(logOf(page).getByText('Here I am.')).toBeVisible()
})

test('a server on this machine is one click', async ({ page, installation }) => {
  const wire = await startWireServer({ models: ['nomic-embed-text', 'gpt-wire'] })
  const local = [{ title: 'Ollama', url: wire.url, models: ['nomic-embed-text', 'gpt-wire'] }]
  // The usual ports belong to whoever runs this.
  await page.route('**/api/providers', async route => {
    const response = await route.fetch()
    const { items } = (await response.json()) as Providers
    const json = { items: items.map(item => (item.id === 'compatible' ? { ...item, local } : item)) }
    await route.fulfill({ response, json })
  })
  await page.goto('/')
  await expectAccessible(page)
  await picture(page, 'local')
  await page.getByRole('button', { name: 'Use gpt-wire' }).click()
  await expect(page.getByText('compatible:gpt-wire answers new sessions now.')).toBeVisible()
  expect(await defaultModelOf(installation)).toBe('compatible:gpt-wire')
  wire.script([{ text: 'From this machine.' }])
  await messageOf(page).fill('Where are you?')
  await messageOf(page).press('Enter')
  await expect(logOf(page).getByText('From this machine.')).toBeVisible()
  await wire.close()
})
