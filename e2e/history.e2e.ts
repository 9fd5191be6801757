import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { logOf } from './dock'
import { hitsIn, searchOf, tellOfBirds } from './history'
import { test } from './journey'

test('what was said, called and decided is found by its words, and leads to its place', async ({
  page,
  installation,
}) => {
  await tellOfBirds(installation)
  await page.goto('/history')
  await expect(page).toHaveTitle('History · Countersign')
  await expect(
    page.getByText('Find what was said, called, answered and decided, in any session.'),
  ).toBeVisible()
  await expectAccessible(page)
  await searchOf(page).fill('birds tod')
  await expect(page.getByRole('status')).toHaveText(/\d results?/)
  await expect(hitsIn(page).first()).toContainText('No birds today')
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/birds|today/)
  await expect(page).toHaveURL(/\/history\?q=birds\+tod$/)
  await searchOf(page).fill('kestrel')
  await expect(hitsIn(page).filter({ hasText: 'Kestrel, again' })).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Calls' }).check()
  await expect(hitsIn(page)).toHaveCount(1)
  await expect(hitsIn(page)).toContainText('kestrel.md')
  await expectAccessible(page)
  await page.reload()
  await expect(searchOf(page)).toHaveValue('kestrel')
  await expect(page.getByRole('checkbox', { name: 'Calls' })).toBeChecked()
  await hitsIn(page).click()
  await expect(page).toHaveURL(/\/sessions\/[0-9a-f-]+#seq-\d+$/)
  await expect(logOf(page)).toBeVisible()
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('kestrel')
  await expect(hitsIn(page)).toHaveCount(1)
})

test('a hit is a sentence under its day, what a call was given lies behind it, and a search is kept', async ({
  page,
  anotherBrowser,
  installation,
}) => {
  await tellOfBirds(installation)
  const today = page.getByRole('region', { name: 'Today' })
  await page.goto('/history?q=birds&kind=decision')
  await expect(
    today.getByRole('link', { name: 'You denied write_file sparrow.md No birds today' }),
  ).toBeVisible()
  await page.goto('/history?q=sparrow')
  const call = today.getByRole('listitem').filter({ hasText: 'Agent proposed write_file sparrow.md' })
  await expect(call.getByRole('link')).toContainText('path: sparrow.md · content: A bird <b>of prey</b>')
  await call.getByText('Arguments').click()
  await expect(call.getByText('{"path":"sparrow.md","content":"A bird <b>of prey</b>"}')).toBeVisible()
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('sparrow')
  await page.getByRole('textbox', { name: 'Name' }).fill('Small birds')
  await page.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const other = await anotherBrowser(installation)
  await other.goto('/history')
  await other.getByRole('button', { name: 'Small birds', exact: true }).click()
  await expect(searchOf(other)).toHaveValue('sparrow')
  await other.getByRole('button', { name: 'Remove Small birds' }).click()
  await expect(other.getByRole('list', { name: 'Saved searches' })).toBeHidden()
  await page.evaluate(() => {
    const searches = [{ name: 'Of before', address: 'q=kestrel' }]
    localStorage.setItem('countersign-searches', JSON.stringify(searches))
  })
  await page.goto('/history')
  const kept = page.getByRole('list', { name: 'Saved searches' })
  await expect(kept.getByRole('listitem')).toHaveText(['Of before×'])
  await other.reload()
  await expect(other.getByRole('button', { name: 'Of before', exact: true })).toBeVisible()
})

test('a filter alone lists what passes it, and where nothing does the page says so', async ({
  page,
  installation,
}) => {
  await tellOfBirds(installation)
  await page.goto('/history')
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('Denied')
  await page.getByRole('checkbox', { name: 'Decisions' }).check()
  await expect(hitsIn(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('list_files')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('No results')
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('Any tool')
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-01')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('textbox', { name: 'To' }).fill('')
  await searchOf(page).fill('"of prey')
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('Any decision')
  await page.getByRole('checkbox', { name: 'Decisions' }).uncheck()
  await expect(hitsIn(page).first()).toContainText('<b>of prey</b>')
  await searchOf(page).fill('!!! ???')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
})

test('where it cannot be searched the page says why, and tries again', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/500/)
  await tellOfBirds(installation)
  await page.goto('/history')
  await page.route('**/api/search?*', route => route.fulfill({ status: 500, body: 'no' }))
  await searchOf(page).fill('kestrel')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Try again')
  await page.unroute('**/api/search?*')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(hitsIn(page).first()).toBeVisible()
})

test('with the keyboard alone, on a phone as well, and page by page', async ({ page, installation }) => {
  for (let n = 1; n <= 60; n += 1) await installation.scripted({ title: `Session about birds ${n}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/history?q=birds')
  await expect(hitsIn(page)).toHaveCount(50)
  await expect(page.getByRole('status')).toHaveText('60 results')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await searchOf(page).focus()
  for (let presses = 0; presses < 20; presses += 1) {
    if (
      (await hitsIn(page)
        .first()
        .evaluate(link => link === document.activeElement)) === true
    )
      break
    await page.keyboard.press('Tab')
  }
  await expect(hitsIn(page).first()).toBeFocused()
  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect(hitsIn(page)).toHaveCount(60)
  await hitsIn(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Session about birds 60' })).toBeVisible()
})

test('whoever comes back from a hit finds words, filters and place of the search as they were', async ({
  page,
  installation,
}) => {
  for (let n = 1; n <= 40; n += 1) await installation.scripted({ title: `Session about birds ${n}` })
  await page.goto('/history')
  await searchOf(page).fill('birds ')
  await page.getByRole('checkbox', { name: 'Sessions' }).check()
  await expect(hitsIn(page)).toHaveCount(40)
  const hit = hitsIn(page).filter({ hasText: 'Session about birds 5' }).last()
  await hit.scrollIntoViewIfNeeded()
  const before = await hit.boundingBox()
  await hit.click()
  await expect(page.getByRole('heading', { name: /^Session about birds 5/ })).toBeVisible()
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('birds')
  await expect(page.getByRole('checkbox', { name: 'Sessions' })).toBeChecked()
  await expect.poll(async () => (await hit.boundingBox())?.y).toBe(before?.y)
})

test('what the address asks for is looked for, also when it is changed on the page', async ({
  page,
  installation,
}) => {
  await tellOfBirds(installation)
  await page.goto('/history?q=sparrow')
  await expect(searchOf(page)).toHaveValue('sparrow')
  await searchOf(page).fill('kestrel')
  await expect(page).toHaveURL(/q=kestrel$/)
  await page.evaluate(() => history.pushState(null, '', '/history?q=birds&kind=decision'))
  await expect(searchOf(page)).toHaveValue('birds')
  await expect(page.getByRole('checkbox', { name: 'Decisions' })).toBeChecked()
  await expect(page).toHaveURL(/q=birds&kind=decision$/)
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('kestrel')
})

test('what was written before the page was at work is looked for', async ({ page, installation }) => {
  await tellOfBirds(installation)
  const { promise: isSlow, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async route => {
    await isSlow
    await route.continue()
  })
  await page.goto('/history', { waitUntil: 'commit' })
  await searchOf(page).fill('kestrel')
  resolve()
  await expect(hitsIn(page).first()).toContainText('Kestrel')
  await expect(searchOf(page)).toHaveValue('kestrel')
  await expect(page).toHaveURL(/\?q=kestrel$/)
  await hitsIn(page).first().click()
  await expect(logOf(page)).toBeVisible()
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('kestrel')
})

test('no letter is lost of words that are written faster than the page can follow', async ({
  page,
  installation,
}) => {
  await tellOfBirds(installation)
  await page.goto('/history?kind=session')
  await expect(hitsIn(page)).toHaveCount(2)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await searchOf(page).pressSequentially('kestrel, again and again')
  await expect(searchOf(page)).toHaveValue('kestrel, again and again')
  await expect(page).toHaveURL(/q=kestrel%2C\+again\+and\+again$/)
})
