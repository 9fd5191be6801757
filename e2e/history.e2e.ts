import { expect, type Locator, type Page } from 'playwright/test'
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
  await expect(page.getByRole('status')).toHaveText(/\d results?/)
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

test('a hit is a sentence under its day, what a call was given lies behind it, and a search is kept', async ({
  page,
  anotherTab,
  installation,
}) => {
  await told(installation)
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
  await expect(page.getByText('Saved in this browser.')).toBeVisible()
  await expectAccessible(page)
  const other = await anotherTab()
  await other.goto('/history')
  await other.getByRole('button', { name: 'Small birds', exact: true }).click()
  await expect(searchOf(other)).toHaveValue('sparrow')
  await other.getByRole('button', { name: 'Remove Small birds' }).click()
  await expect(page.getByRole('list', { name: 'Saved searches' })).toBeHidden()
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
  await expect(page.getByRole('status')).toHaveText('No results')
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
  await expect(page.getByRole('status')).toHaveText('50 or more results')
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

test('a hit leads to its place, however much was said since, and stays there', async ({
  page,
  installation,
}) => {
  const session = await installation.long(2_400)
  const read: string[] = []
  page.on('request', request => {
    if (request.url().includes('/transcript')) read.push(new URL(request.url()).search)
  })
  const linked = page.locator('[data-linked]')
  for (const seq of [4, 1_201, 2_000, 40, 2_300]) {
    const path = `/api/sessions/${session.id}/transcript?after=${seq - 1}&limit=1`
    const { items } = await installation.ask<{ items: { text: string }[] }>('GET', path)
    const words = items[0]?.text.replaceAll(/[#*`]/g, '').trim().split('\n')[0] ?? ''
    read.length = 0
    await page.goto('/inbox')
    await page.goto(`/sessions/${session.id}#seq-${seq}`)
    await expect(linked).toContainText(words)
    await expect(linked).toBeFocused()
    // What lies around it comes in as well, and moves nothing.
    await page.waitForLoadState('networkidle')
    await expect(linked).toBeInViewport()
    expect(read.filter(search => search.includes('around')).length).toBe(1)
    expect(read.length).toBeLessThan(5)
  }
})

test('whoever has followed a link gets from there to the newest message', async ({ page, installation }) => {
  const session = await installation.long(2_400)
  await page.goto(`/sessions/${session.id}#seq-2300`)
  await expect(page.locator('[data-linked]')).toBeFocused()
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect
    .poll(() => logOf(page).evaluate(log => log.scrollHeight - log.scrollTop - log.clientHeight))
    .toBe(0)
  await expect(page.locator('[data-linked]')).not.toBeInViewport()
})

test('a link leads to an entry that comes only when the page is there', async ({ page, installation }) => {
  const session = await installation.scripted()
  await installation.play(session, [{ text: 'The first.' }, { text: 'The second.' }])
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  const { seq } = await installation.view(session)
  await page.goto(`/sessions/${session.id}#seq-${seq + 1}`)
  await expect(logOf(page)).toContainText('The first.')
  await expect(page.locator('[data-linked]')).toHaveCount(0)
  await installation.ask('POST', `/api/sessions/${session.id}/messages`, { text: 'Go on.' })
  await expect(page.locator('[data-linked]')).toContainText('Go on.')
  await expect(page.locator('[data-linked]')).toBeFocused()
})

test('a call that was found lies open at its place, with the words that were looked for', async ({
  page,
  installation,
}) => {
  await told(installation)
  await page.goto('/history?q=sparrow&kind=call')
  await foundIn(page).first().click()
  const line = page.locator('[data-linked]')
  await expect(line).toBeFocused()
  await expect(line.getByRole('region', { name: 'Proposed' })).toContainText('A bird <b>of prey</b>')
})

test('words that were found in the middle of a long text are not folded away', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const content = Array.from({ length: 300 }, (_, n) => (n === 150 ? 'a kestrel' : `line ${n}`)).join('\n')
  await installation.play(session, [
    { calls: [{ name: 'write_file', arguments: { path: 'birds.md', content } }] },
    { text: 'Done.' },
  ])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  await installation.decide(session, 'approve')
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  await page.goto('/history?q=kestrel&kind=call')
  await foundIn(page).first().click()
  await expect(page.locator('[data-linked]').getByText('a kestrel')).toBeVisible()
})

test('whoever comes back from a hit finds words, filters and place of the search as they were', async ({
  page,
  installation,
}) => {
  for (let n = 1; n <= 40; n += 1) await installation.scripted({ title: `Session about birds ${n}` })
  await page.goto('/history')
  await searchOf(page).fill('birds ')
  await page.getByRole('checkbox', { name: 'Sessions' }).check()
  await expect(foundIn(page)).toHaveCount(40)
  const hit = foundIn(page).filter({ hasText: 'Session about birds 5' }).last()
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
  await told(installation)
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
  await told(installation)
  const { promise: isSlow, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async route => {
    await isSlow
    await route.continue()
  })
  await page.goto('/history', { waitUntil: 'commit' })
  await searchOf(page).fill('kestrel')
  resolve()
  await expect(foundIn(page).first()).toContainText('Kestrel')
  await expect(searchOf(page)).toHaveValue('kestrel')
  await expect(page).toHaveURL(/\?q=kestrel$/)
  await foundIn(page).first().click()
  await expect(logOf(page)).toBeVisible()
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('kestrel')
})

test('no letter is lost of words that are written faster than the page can follow', async ({
  page,
  installation,
}) => {
  await told(installation)
  await page.goto('/history?kind=session')
  await expect(foundIn(page)).toHaveCount(2)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await searchOf(page).pressSequentially('kestrel, again and again')
  await expect(searchOf(page)).toHaveValue('kestrel, again and again')
  await expect(page).toHaveURL(/q=kestrel%2C\+again\+and\+again$/)
})
