import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible'
import { logOf } from './dock'
import type { Installation } from './installation'
import { test } from './journey'

const searchOf = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search history' })
const foundIn = (page: Page): Locator => page.getByRole('main').getByRole('listitem').getByRole('link')

/** Two sessions, in one of which a Call was approved and one denied. */
async function told(installation: Installation): Promise<void> {
  const session = await installation.scripted({ title: 'Release notes' })
  const calls = ['kestrel.md', 'sparrow.md'].map(path => ({
    name: 'write_file',
    arguments: { path, content: 'A bird <b>of prey</b>' },
  }))
  await installation.play(session, [
    { text: 'I write about birds.', calls },
    { text: 'The kestrel is done.' },
  ])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(2)
  await installation.decide(session, 'deny', { reason: 'No birds today' })
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  await installation.scripted({ title: 'Kestrel, again' })
}

test('what was said, called and decided is found by its words, and leads to its place', async ({
  page,
  installation,
}) => {
  await told(installation)
  await page.goto('/history')
  await expect(page).toHaveTitle('History · Countersign')
  await expect(
    page.getByText('Find what was said, called, answered and decided, in any session.'),
  ).toBeVisible()
  await expectAccessible(page)
  await searchOf(page).fill('birds tod')
  await expect(page.getByRole('status')).toHaveText(/\d found/)
  await expect(foundIn(page).first()).toContainText('No birds today')
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/birds|today/)
  await expect(page).toHaveURL(/\/history\?q=birds\+tod$/)
  await searchOf(page).fill('kestrel')
  await expect(foundIn(page).filter({ hasText: 'Kestrel, again' })).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Calls' }).check()
  await expect(foundIn(page)).toHaveCount(1)
  await expect(foundIn(page)).toContainText('kestrel.md')
  await expectAccessible(page)
  await page.reload()
  await expect(searchOf(page)).toHaveValue('kestrel')
  await expect(page.getByRole('checkbox', { name: 'Calls' })).toBeChecked()
  await foundIn(page).click()
  await expect(page).toHaveURL(/\/sessions\/[0-9a-f-]+#seq-\d+$/)
  await expect(logOf(page)).toBeVisible()
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('kestrel')
  await expect(foundIn(page)).toHaveCount(1)
})

test('a filter alone lists what passes it, and where nothing does the page says so', async ({
  page,
  installation,
}) => {
  await told(installation)
  await page.goto('/history')
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('Denied')
  await page.getByRole('checkbox', { name: 'Decisions' }).check()
  await expect(foundIn(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('list_files')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Nothing found')
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('Any tool')
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-01')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('textbox', { name: 'To' }).fill('')
  await searchOf(page).fill('"of prey')
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('Any decision')
  await page.getByRole('checkbox', { name: 'Decisions' }).uncheck()
  await expect(foundIn(page).first()).toContainText('<b>of prey</b>')
  await searchOf(page).fill('!!! ???')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
})

test('where it cannot be searched the page says why, and tries again', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/500/)
  await told(installation)
  await page.goto('/history')
  await page.route('**/api/search?*', route => route.fulfill({ status: 500, body: 'no' }))
  await searchOf(page).fill('kestrel')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Try again')
  await page.unroute('**/api/search?*')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(foundIn(page).first()).toBeVisible()
})

test('with the keyboard alone, on a phone as well, and page by page', async ({ page, installation }) => {
  for (let n = 1; n <= 60; n += 1) await installation.scripted({ title: `Session about birds ${n}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/history?q=birds')
  await expect(foundIn(page)).toHaveCount(50)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await searchOf(page).focus()
  for (let presses = 0; presses < 20; presses += 1) {
    if (
      (await foundIn(page)
        .first()
        .evaluate(link => link === document.activeElement)) === true
    )
      break
    await page.keyboard.press('Tab')
  }
  await expect(foundIn(page).first()).toBeFocused()
  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect(foundIn(page)).toHaveCount(60)
  await foundIn(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Session about birds 60' })).toBeVisible()
})

test('a hit leads to its place, however much was said since', async ({ page, installation }) => {
  const session = await installation.long(300)
  const { items } = await installation.ask<{ items: { seq: number; text: string }[] }>(
    'GET',
    `/api/sessions/${session.id}/transcript?limit=200`,
  )
  const entry = items[20]
  await page.goto(`/sessions/${session.id}#seq-${entry?.seq}`)
  const sought = page.locator('[data-sought]')
  await expect(sought).toBeInViewport()
  await expect(sought).toContainText(entry?.text.slice(0, 20) ?? '')
})
