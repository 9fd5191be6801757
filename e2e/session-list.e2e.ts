import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approveIn, cardOf, decisionsSentBy, expectSize, logOf, messageOf } from './dock'
import { test } from './journey'

const navOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Sessions' })
const linkTo = (page: Page, title: string): Locator =>
  navOf(page).getByRole('link', { name: title, exact: true })

/** Opens what can be done about a session. */
async function more(page: Page, title: string): Promise<void> {
  await navOf(page).getByRole('listitem').filter({ hasText: title }).hover()
  await navOf(page)
    .getByRole('button', { name: `More for ${title}` })
    .click()
}

test('sessions are renamed, put into the archive and back, taken along and deleted, with the keyboard in hand', async ({
  page,
  installation,
  expected,
}) => {
  // The page of the session that is deleted looks for it once more.
  expected.push(/404/)
  for (const title of ['Third', 'Second', 'First']) await installation.scripted({ title })
  await page.goto('/inbox')
  await expect(navOf(page).getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(navOf(page).getByRole('link')).toHaveText(['First', 'Second', 'Third'])
  await more(page, 'Second')
  await expect(navOf(page).getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await expectAccessible(page, 'nav[aria-label="Sessions"]')
  await page.keyboard.press('Escape')
  await expect(navOf(page).getByRole('button', { name: 'More for Second' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(navOf(page).getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await expect(linkTo(page, 'Renamed')).toBeVisible()
  await expect(navOf(page).getByRole('button', { name: 'More for Renamed' })).toBeFocused()

  await more(page, 'First')
  await navOf(page).getByRole('menuitem', { name: 'Archive', exact: true }).click()
  await expect(navOf(page).getByText('“First” was archived.')).toBeVisible()
  await expect(linkTo(page, 'First')).toBeHidden()
  await expect(page.locator('a:focus')).toHaveCount(1)
  await navOf(page).getByRole('button', { name: 'Filters' }).click()
  await navOf(page).getByRole('checkbox', { name: 'Archived' }).check()
  await expect(navOf(page).getByRole('link')).toHaveText(['First'])
  await more(page, 'First')
  await navOf(page).getByRole('menuitem', { name: 'Restore' }).click()
  await expect(navOf(page).getByText('No matching sessions.')).toBeVisible()
  await navOf(page).getByRole('checkbox', { name: 'Archived' }).uncheck()
  await expect(linkTo(page, 'First')).toBeVisible()

  await linkTo(page, 'Third').click()
  await expect(page.getByRole('heading', { name: 'Third' })).toBeVisible()
  const coming = page.waitForEvent('download')
  await more(page, 'Third')
  await navOf(page).getByRole('menuitem', { name: 'Export as Markdown' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^Third-[0-9a-f]{12}\.md$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain('# Third')
  await more(page, 'Third')
  await navOf(page).getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this session?' })
  await expect(dialog).toContainText('its calls with every decision')
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await expect(navOf(page).getByRole('button', { name: 'More for Third' })).toBeFocused()
  await page.keyboard.press('Enter')
  await navOf(page).getByRole('menuitem', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete session' }).click()
  await expect(linkTo(page, 'Third')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Third' })).toBeHidden()
  await expect(page).toHaveURL(/\/sessions\//)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the list is a sheet that stays while a session is renamed, and lies under the question', async ({
    page,
    installation,
  }) => {
    for (const title of ['Second', 'First']) await installation.scripted({ title })
    await page.goto('/inbox')
    await page.getByRole('button', { name: 'Sessions' }).tap()
    await navOf(page).getByRole('button', { name: 'More for First' }).tap()
    const menu = navOf(page).getByRole('menu').getByRole('menuitem')
    await expect(menu).toHaveCount(8)
    for (const button of await navOf(page)
      .getByRole('button', { name: /^More for/ })
      .or(menu)
      .all())
      await expectSize(button, 'height').toBeGreaterThanOrEqual(44)
    await expectAccessible(page, 'nav[aria-label="Sessions"]')
    await navOf(page).getByRole('menuitem', { name: 'Rename' }).tap()
    await navOf(page).getByRole('textbox', { name: 'Title' }).fill('Renamed')
    await navOf(page).getByRole('button', { name: 'Save' }).tap()
    await expect(linkTo(page, 'Renamed')).toBeVisible()
    await navOf(page).getByRole('button', { name: 'More for Second' }).tap()
    await navOf(page).getByRole('menuitem', { name: 'Delete…' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Delete this session?' })
    await expect(dialog.getByRole('button', { name: 'Delete session' })).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Delete session' }).tap()
    await expect(linkTo(page, 'Second')).toBeHidden()
    await expect(linkTo(page, 'Renamed')).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

/** Holds a session's page back until it is let in. */
async function holdBack(page: Page, sessionId: string): Promise<() => void> {
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<void>()
  await page.route(`**/sessions/${sessionId}?_rsc=*`, async route => {
    await isLet
    await route.continue()
  })
  return letIn
}

test('a session that takes its time to come shows at once where it will stand, and no key decides meanwhile', async ({
  page,
  installation,
}) => {
  const far = await installation.scripted({ title: 'Far away' })
  const session = await installation.scripted()
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  await installation.play(session, [{ calls: [write] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  await expect(approveIn(cardOf(page, 'write_file'))).toBeEnabled()
  const sent = decisionsSentBy(page)
  const letIn = await holdBack(page, far.id)
  await linkTo(page, 'Far away').click()
  await expect(page.getByText('Opening the session…')).toBeAttached()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (const key of ['y', 'a', 'n']) await page.keyboard.press(key)
  expect(await sent()).toBe(0)
  await expect(page.getByRole('main').getByRole('heading', { name: 'Far away' })).toBeVisible()
  await expect(messageOf(page)).toBeHidden()
  await expectAccessible(page, 'main')
  letIn()
  await expect(messageOf(page)).toBeVisible()
  await expect(page.getByText('Opening the session…')).toBeHidden()
  await expect(logOf(page)).toBeVisible()
  const [call] = (await installation.view(session)).openSets.flatMap(set => set.calls)
  expect(call?.state).toBe('waiting')
})
