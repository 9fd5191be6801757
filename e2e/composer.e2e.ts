import { expect, type Locator, type Page } from 'playwright/test'
import type { Session } from '@/lib/domain/session/session'
import { expectAccessible } from './accessible'
import { logOf, messageOf, saidIn } from './dock'
import type { Installation } from './installation'
import { test } from './journey'
import { picture } from './picture'

const chipOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

const menuOf = (page: Page, name: string): Locator => page.getByRole('menu', { name })

const sessionsOf = async (installation: Installation): Promise<Session[]> =>
  (await installation.ask<{ items: Session[] }>('GET', '/api/sessions')).items

test('a new session is made with its first message, as it was set up, and what is typed survives', async ({
  page,
  installation,
}) => {
  await installation.write('notes/today.md', 'Today')
  await page.goto('/')
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(page).toHaveTitle('New session · Countersign')
  await expect(messageOf(page)).toBeFocused()
  await messageOf(page).fill('List the files')
  await chipOf(page, 'Folder').click()
  await menuOf(page, 'Folder').getByRole('menuitemradio', { name: 'notes' }).click()
  await expect(chipOf(page, 'Folder')).toHaveAccessibleDescription('notes')
  await page.reload()
  await expect(messageOf(page)).toHaveValue('List the files')
  expect(await sessionsOf(installation)).toEqual([])
  await chipOf(page, 'Mode').click()
  await menuOf(page, 'Mode')
    .getByRole('menuitemradio', { name: /^Plan first/ })
    .click()
  await chipOf(page, 'Folder').click()
  await menuOf(page, 'Folder').getByRole('menuitemradio', { name: 'notes' }).click()
  await picture(page, 'new-session')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/sessions\/[0-9a-f-]{36}$/)
  await expect(logOf(page).getByRole('article', { name: 'You' })).toContainText('List the files')
  const sessions = await sessionsOf(installation)
  expect(sessions).toMatchObject([{ mode: 'plan', workspace: 'notes', title: 'List the files' }])
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(page.getByText('No messages yet.')).toBeVisible()
  await expect(messageOf(page)).toHaveValue('')
  await expect(chipOf(page, 'Mode')).toHaveAccessibleDescription('Ask')
})

test('what was changed between two attempts is changed in the session that the first one made', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/ERR_FAILED/)
  await page.goto('/sessions/new')
  await page.route('**/messages', route => route.abort())
  await messageOf(page).fill('List the files')
  await messageOf(page).press('Enter')
  await expect(page.getByRole('alert').getByText('Your text is kept here.')).toBeVisible()
  await page.unroute('**/messages')
  await chipOf(page, 'Mode').click()
  await menuOf(page, 'Mode')
    .getByRole('menuitemradio', { name: /^Plan first/ })
    .click()
  await messageOf(page).press('Enter')
  await expect(page).toHaveURL(/\/sessions\/[0-9a-f-]{36}$/)
  expect(await sessionsOf(installation)).toMatchObject([{ mode: 'plan' }])
})

test('each setting is changed where one writes, by mouse and by keyboard', async ({ page, installation }) => {
  await installation.write('notes/today.md', 'Today')
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await chipOf(page, 'Model').click()
  const models = menuOf(page, 'Model')
  await expect(models.getByRole('menuitemradio', { checked: true })).toHaveCount(1)
  await expect(models.getByText('OPENAI_API_KEY', { exact: false }).first()).toBeAttached()
  await expectAccessible(page)
  await picture(page, 'model-menu')
  await models.getByRole('menuitemradio', { name: /demo/i }).click()
  await expect(chipOf(page, 'Model')).toHaveAccessibleDescription('demo')
  await expect(chipOf(page, 'Model')).toBeFocused()
  await chipOf(page, 'Mode').focus()
  await page.keyboard.press('Enter')
  const modes = menuOf(page, 'Mode')
  await expect(modes.getByRole('menuitemradio', { checked: true })).toContainText('Ask')
  await expect(modes.getByRole('menuitemradio', { name: /^Full/ })).toBeDisabled()
  await picture(page, 'mode-menu')
  await modes.getByRole('menuitemradio', { name: /^Plan first/ }).focus()
  await page.keyboard.press('Enter')
  await expect(chipOf(page, 'Mode')).toHaveAccessibleDescription('Plan first')
  await chipOf(page, 'Folder').focus()
  await page.keyboard.press(' ')
  await menuOf(page, 'Folder').getByRole('menuitemradio', { name: 'notes' }).focus()
  await page.keyboard.press(' ')
  await expect(chipOf(page, 'Folder')).toHaveAccessibleDescription('notes')
  await expect(chipOf(page, 'Folder')).toBeFocused()
  await chipOf(page, 'Thinking').click()
  await expect(menuOf(page, 'Thinking').getByRole('menuitemradio', { name: /^Default/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menuOf(page, 'Thinking')).toBeHidden()
  await expect(chipOf(page, 'Thinking')).toBeFocused()
  // What the page shows is on its way to the server.
  const settings = async () => (await installation.view(session)).session
  await expect.poll(settings).toMatchObject({ model: 'scripted:demo', mode: 'plan', workspace: 'notes' })
})

test('a change that is refused is taken back, and said', async ({ page, installation, expected }) => {
  expected.push(/409|ERR_FAILED|Failed to load/)
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const detail = 'A call is running in this folder.'
  await page.route('**/api/sessions/*', route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 409,
          json: { code: 'session_busy', detail, title: '', type: '', status: 409 },
        })
      : route.continue(),
  )
  await chipOf(page, 'Mode').click()
  await menuOf(page, 'Mode')
    .getByRole('menuitemradio', { name: /^Plan first/ })
    .click()
  await expect(page.getByRole('alert').getByText(detail)).toBeVisible()
  await expect(chipOf(page, 'Mode')).toHaveAccessibleDescription('Ask')
})

test('menus that did not load are said', async ({ page, installation, expected }) => {
  expected.push(/ERR_FAILED|Failed to load/)
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await page.waitForLoadState('networkidle')
  await page.route('**/_next/static/**', route => route.abort())
  await chipOf(page, 'Mode').click()
  await expect(page.getByRole('alert').getByText('A part of this page did not load')).toBeVisible()
})

test('a file is named by its path, by keyboard', async ({ page, installation }) => {
  for (const name of ['notes.md', 'plans/notes of may.md', 'plans/other.txt'])
    await installation.write(name, 'x')
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const message = messageOf(page)
  const list = page.getByRole('listbox', { name: 'Files' })
  await message.pressSequentially('Read @not')
  await expect(list.getByRole('option')).toHaveText(['notes.md', 'plans/notes of may.md'])
  await expect(page.getByText('Only the path is put into the message.')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'files')
  await message.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveText('plans/notes of may.md')
  await message.press('Enter')
  await expect(message).toHaveValue('Read @"plans/notes of may.md" ')
  await expect(list).toBeHidden()
  await message.pressSequentially('and @oth')
  await expect(list.getByRole('option')).toHaveText(['plans/other.txt'])
  await message.press('Tab')
  await expect(message).toHaveValue('Read @"plans/notes of may.md" and @plans/other.txt ')
  for (let step = 0; step < 30; step += 1) await message.press('ArrowLeft')
  await expect(list).toBeHidden()
  await expect(message).toBeFocused()
  await message.fill('@no')
  await expect(list).toBeVisible()
  await message.press('Escape')
  await expect(list).toBeHidden()
  await message.fill('me@example.org')
  await expect(list).toBeHidden()
})

test('the arrow up brings the last message back, and what sending does is said and chosen', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const message = messageOf(page)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await message.press('ArrowUp')
  await expect(message).toHaveValue('')
  await installation.play(session, [{ text: 'Slowly. '.repeat(200), chunkMs: 100 }, { text: 'Heard.' }])
  await expect(saidIn(page, 'Slowly.')).toBeVisible()
  await expect(send).toHaveAccessibleDescription('The agent reads your message before its next request.')
  await chipOf(page, 'Delivery').click()
  await menuOf(page, 'Delivery')
    .getByRole('menuitemradio', { name: /^Queue/ })
    .click()
  await expect(send).toHaveAccessibleDescription(/starts a run of its own/)
  await message.fill('And then this')
  await picture(page, 'queueing')
  await message.press('Enter')
  const queue = page.getByRole('list', { name: 'Queued messages' })
  await expect(queue).toContainText('Starts when the run has ended.')
  await message.press('ArrowUp')
  await expect(message).toHaveValue('And then this')
  await message.press('ArrowUp')
  await expect(message).toHaveValue('And then this')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(chipOf(page, 'Delivery')).toBeHidden()
})

test('while calls wait the empty box says that a message does not decide them', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A' } })
  await installation.play(session, [{ calls: [write('a.txt'), write('b.txt')] }])
  await page.goto(`/sessions/${session.id}`)
  await expect(messageOf(page)).toHaveAttribute(
    'placeholder',
    '2 calls wait above. A message does not decide them.',
  )
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the settings are one row that is pushed sideways, and as large as a finger', async ({
    page,
    installation,
  }) => {
    const session = await installation.scripted()
    await page.goto(`/sessions/${session.id}`)
    const send = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox()
    for (const name of ['Attach', 'Model', 'Mode', 'Thinking', 'Folder']) {
      const box = await chipOf(page, name).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(Math.abs((box?.y ?? 0) - (send?.y ?? 0))).toBeLessThan(8)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page)
    await chipOf(page, 'Folder').tap()
    const option = menuOf(page, 'Folder').getByRole('menuitemradio', { name: 'Whole workspace' })
    await expect(option).toBeInViewport({ ratio: 1 })
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await option.tap()
    await expect(menuOf(page, 'Folder')).toBeHidden()
  })
})
