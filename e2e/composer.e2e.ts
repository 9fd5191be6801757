import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expectSize, logOf, messageOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'

const chipOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

const menuOf = (page: Page, name: string): Locator => page.getByRole('menu', { name })

/** What is seldom changed is behind the model. */
async function openBehindModel(page: Page, name: 'Thinking' | 'Folder'): Promise<Locator> {
  await chipOf(page, 'Model').click()
  await menuOf(page, 'Model').getByRole('menuitem', { name }).click()
  return menuOf(page, name)
}

test('each setting is changed where one writes, by mouse and by keyboard', async ({ page, installation }) => {
  await installation.write('notes/today.md', 'Today')
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await chipOf(page, 'Model').click()
  const models = menuOf(page, 'Model')
  await expect(models.getByRole('menuitemradio', { checked: true })).toHaveCount(1)
  await expect(models.getByRole('menuitemradio', { name: /GPT|Claude/ })).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'model-menu')
  await models.getByRole('menuitem', { name: 'Other model…' }).click()
  await page.getByRole('combobox', { name: 'Model' }).fill('scripted:demo')
  await page.keyboard.press('Enter')
  await expect(chipOf(page, 'Model')).toHaveAccessibleDescription('demo')
  await expect(chipOf(page, 'Model')).toBeFocused()
  await chipOf(page, 'Mode').focus()
  await page.keyboard.press('Enter')
  const modes = menuOf(page, 'Mode')
  await expect(modes.getByRole('menuitemradio', { checked: true })).toContainText('Ask')
  await expect(modes.getByRole('menuitemradio')).toHaveCount(6)
  await picture(page, 'mode-menu')
  await modes.getByRole('menuitemradio', { name: /^Plan/ }).focus()
  await page.keyboard.press('Enter')
  await expect(chipOf(page, 'Mode')).toHaveAccessibleDescription('Plan')
  await chipOf(page, 'Model').focus()
  await page.keyboard.press(' ')
  await models.getByRole('menuitem', { name: 'Folder' }).focus()
  await page.keyboard.press(' ')
  await menuOf(page, 'Folder').getByRole('menuitemradio', { name: 'notes' }).focus()
  await page.keyboard.press(' ')
  await expect(chipOf(page, 'Model')).toHaveAccessibleDescription('demo · notes')
  await expect(chipOf(page, 'Model')).toBeFocused()
  const thinking = await openBehindModel(page, 'Thinking')
  await expect(thinking.getByRole('menuitemradio', { name: /^Default/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(thinking).toBeHidden()
  await expect(chipOf(page, 'Model')).toBeFocused()
  // What the page shows is on its way to the server.
  const settings = async () => (await installation.view(session)).session
  await expect.poll(settings).toMatchObject({ model: 'scripted:demo', mode: 'plan', workspace: 'notes' })
})

test('parts of a page that are late are said, each where it is missed, and come by themselves; what was typed stays', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/ERR_FAILED|Failed to load/)
  const session = await installation.long(200)
  await page.goto(`/sessions/${session.id}`)
  await expect(logOf(page)).toHaveAttribute('data-live', '')
  await page.waitForLoadState('networkidle')
  await messageOf(page).fill('Typed before')
  await page.route('**/_next/static/**', route => route.abort())
  const late = page.getByText('Part of this page is still loading.')
  await messageOf(page).evaluate(field => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['Notes'], 'notes.txt', { type: 'text/plain' }))
    field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })
  await expect(late).toHaveCount(1)
  await chipOf(page, 'Mode').click()
  await expect(late).toHaveCount(2)
  // Earlier messages wait for the scripts that hold their place.
  await logOf(page).evaluate(log => log.scrollTo({ top: 0 }))
  await page.unroute('**/_next/static/**')
  await expect(late).toHaveCount(0)
  await expect(menuOf(page, 'Mode')).toBeVisible()
  await expect(page.getByText('notes.txt')).toBeVisible()
  await expect(async () => {
    await logOf(page).evaluate(log => log.scrollTo({ top: 0 }))
    await expect(saidIn(page, 'I look at the notes of part 1 first.')).toBeAttached({ timeout: 500 })
  }).toPass({ intervals: [20] })
  await expect(messageOf(page)).toHaveValue('Typed before')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  const sidewaysOf = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth)

  test('settings are one row, verbs stand below their message, and all is as large as a finger', async ({
    page,
    installation,
  }) => {
    const session = await installation.scripted()
    await page.goto(`/sessions/${session.id}`)
    await installation.play(session, [{ text: 'One.' }])
    const entry = logOf(page).getByRole('article', { name: 'You' })
    const answer = logOf(page).getByRole('article', { name: 'Agent' })
    const barOf = (place: Locator): Locator => place.getByRole('toolbar', { name: 'Message actions' })
    await expect(answer).toContainText('One.')
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
    const send = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox()
    for (const name of ['Attach', 'Model', 'Mode']) {
      const box = await chipOf(page, name).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(Math.abs((box?.y ?? 0) - (send?.y ?? 0))).toBeLessThan(8)
    }
    const folders = await openBehindModel(page, 'Folder')
    const option = folders.getByRole('menuitemradio', { name: 'Whole workspace' })
    await expect(option).toBeInViewport({ ratio: 1 })
    await expectSize(option, 'height').toBeGreaterThanOrEqual(44)
    await option.tap()
    await expect(folders).toBeHidden()

    const more = entry.getByRole('button', { name: 'Message actions' })
    await expect(barOf(entry)).toBeHidden()
    await more.tap()
    const copy = barOf(entry).getByRole('button', { name: 'Copy' })
    await expect(copy).toBeInViewport()
    await expectSize(copy, 'height').toBeGreaterThanOrEqual(44)
    await expect(barOf(answer)).toBeHidden()
    expect(await sidewaysOf(page)).toBe(390)
    await picture(page, 'phone')
    await expectAccessible(page)
    await more.tap()
    await expect(barOf(entry)).toBeHidden()
  })
})

test('a command is completed, done and answered where one writes, and leads where it says', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/422/)
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const said = async (text: string): Promise<void> => {
    await messageOf(page).fill(text)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await messageOf(page).pressSequentially('/')
  await expect(page.getByRole('listbox', { name: 'Commands' })).toContainText('/compact [instructions]')
  await expectAccessible(page)
  await picture(page, 'command-list')
  await said('/help')
  await expect(logOf(page).getByText('/rename TITLE – Change the title of this session')).toBeVisible()
  await picture(page, 'command-notice')
  await said('/queue followup')
  await said('/etc/hosts is odd')
  await page.getByRole('button', { name: 'Send as text' }).click()
  await expect(logOf(page).getByRole('article', { name: 'You' })).toContainText('/etc/hosts is odd')
  await said('/fork')
  await expect(page).not.toHaveURL(new RegExp(session.id))
  await said('/exit')
  await expect(page).toHaveURL(/\/usage/)
  await expect(page.getByRole('table').last()).toContainText('A scripted session')
})
