import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, approveIn, decisionsSentBy, dockOf, logOf, openCard, readThrough } from './dock'
import type { Installation } from './installation'
import { LOST, test } from './journey'

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: path } })

/** Sessions in which a set of Calls waits, each, the first for the longest time. */
async function waitingIn(installation: Installation, sessions: Record<string, string[]>): Promise<void> {
  for (const [title, paths] of Object.entries(sessions)) {
    const session = await installation.scripted({ title })
    await installation.play(session, [{ calls: paths.map(write) }, { text: 'Done.' }])
    await expect
      .poll(async () => (await installation.view(session)).pendingSet?.calls.length)
      .toBe(paths.length)
  }
}

const setOf = (page: Page, title: string): Locator =>
  dockOf(page).filter({ has: page.getByRole('link', { name: title }) })
const cardIn = (set: Locator, index: number): Locator =>
  set.getByRole('group', { name: 'write_file' }).nth(index)

test('what waits anywhere is decided in one place, oldest first, until nothing waits', async ({
  page,
  installation,
}) => {
  await waitingIn(installation, { 'Release notes': ['a.txt', 'b.txt'], 'Nightly audit': ['c.txt'] })
  await page.goto('/inbox')
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await expect(dockOf(page)).toHaveCount(2)
  await expect(dockOf(page).getByRole('link')).toHaveText(['Release notes', 'Nightly audit'])
  await expect(setOf(page, 'Release notes').getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await expect(setOf(page, 'Release notes')).toContainText('waiting for less than a minute')
  await expect(page).toHaveTitle('(3) Inbox · Countersign')
  await expectAccessible(page)

  const notes = setOf(page, 'Release notes')
  await approve(cardIn(notes, 0))
  await expect(notes.getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  await expect(cardIn(notes, 0)).toBeFocused()
  await cardIn(notes, 0).getByRole('button', { name: 'Deny' }).click()
  await cardIn(notes, 0).getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(notes).toBeHidden()
  const audit = setOf(page, 'Nightly audit')
  await expect(cardIn(audit, 0)).toBeFocused()
  await approve(cardIn(audit, 0))
  await expect(dockOf(page)).toHaveCount(0)
  await expect(page.getByText('Nothing is waiting for you.', { exact: true }).first()).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Nothing is waiting for you.')
  await expect(page).toHaveTitle('Inbox · Countersign')
  await expect.poll(() => installation.read('a.txt').catch(() => '')).toBe('a.txt')
  await expect.poll(() => installation.read('c.txt').catch(() => '')).toBe('c.txt')
  await expectAccessible(page)
})

test('what comes and what is decided elsewhere is seen at once, and the link leads to its session', async ({
  page,
  installation,
}) => {
  await page.goto('/inbox')
  await expect(page.getByRole('status')).toContainText('Nothing is waiting for you.')
  await waitingIn(installation, { 'From elsewhere': ['a.txt'] })
  await expect(cardIn(setOf(page, 'From elsewhere'), 0)).toBeVisible()
  const { items } = await installation.ask<{
    items: { id: string; calls: { id: string; digest: string }[] }[]
  }>('GET', '/api/pending')
  const decisions = items[0]?.calls.map(({ id, digest }) => ({ callId: id, digest, kind: 'deny' }))
  await installation.ask('POST', `/api/sets/${items[0]?.id}/decisions`, { decisions })
  await expect(dockOf(page)).toHaveCount(0)
  await waitingIn(installation, { Another: ['b.txt'] })
  await setOf(page, 'Another').getByRole('link', { name: 'Another' }).click()
  await expect(logOf(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Another' })).toBeVisible()
})

test('keys decide about the set in hand and lead from one to the next', async ({ page, installation }) => {
  await waitingIn(installation, { One: ['a.txt'], Two: ['b.txt'], Three: ['c.txt'] })
  await page.goto('/inbox')
  await expect(dockOf(page)).toHaveCount(3)
  await expect(approveIn(cardIn(setOf(page, 'One'), 0))).toBeEnabled()
  await page.keyboard.press('j')
  await expect(cardIn(setOf(page, 'Two'), 0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(cardIn(setOf(page, 'Two'), 0)).toBeFocused()
  await expect(approveIn(cardIn(setOf(page, 'Two'), 0))).toBeEnabled()
  await page.keyboard.press('y')
  await expect(setOf(page, 'Two')).toBeHidden()
  await expect(cardIn(setOf(page, 'Three'), 0)).toBeFocused()
  await expect(dockOf(page)).toHaveCount(2)
  expect(await installation.read('b.txt')).toBe('b.txt')
  await expect(installation.read('a.txt')).rejects.toThrow('ENOENT')
})

test('how much waits is said of all of it, in every place the same, however little is loaded', async ({
  page,
  installation,
}) => {
  const begin = async (n: number) => {
    const session = await installation.scripted({ title: `Session ${n}` })
    await installation.play(session, [{ calls: ['a.txt', 'b.txt'].map(write) }, { text: 'Done.' }])
    return session
  }
  const [first] = await Promise.all(Array.from({ length: 51 }, (_, n) => begin(n)))
  const total = async () => (await installation.ask<{ total: number }>('GET', '/api/pending?limit=1')).total
  await expect.poll(total).toBe(51)
  await page.goto('/inbox')
  const main = page.getByRole('main')
  const sidebar = page.getByRole('navigation', { name: 'Pages' })
  await expect(dockOf(page)).toHaveCount(10)
  await expect(main).toContainText('102 calls in 51 sets wait for you')
  await expect(page).toHaveTitle('(102) Inbox · Countersign')
  await expect(sidebar).toContainText('102 waiting')
  await expect(page.getByRole('heading', { name: 'Needs you (51)' })).toBeVisible()
  if (first) await installation.decide(first, 'deny')
  await expect(main).toContainText('100 calls in 50 sets wait for you')
  await expect(page).toHaveTitle('(100) Inbox · Countersign')
  await expect(sidebar).toContainText('100 waiting')
})

test('more than a page of it is shown when it is asked for', async ({ page, installation }) => {
  const titles = Array.from({ length: 12 }, (_, n) => `Session ${n + 1}`)
  await waitingIn(installation, Object.fromEntries(titles.map(title => [title, ['a.txt']])))
  await page.goto('/inbox')
  await expect(dockOf(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(dockOf(page)).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})

test('news that come while a page of it is under way do not lose that page', async ({
  page,
  installation,
}) => {
  const titles = Array.from({ length: 11 }, (_, n) => `Session ${n + 1}`)
  await waitingIn(installation, Object.fromEntries(titles.map(title => [title, ['a.txt']])))
  const later = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/\/pending\?/, async route => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? ''
    asked.push(cursor)
    if (cursor !== '') await later.promise
    await route.continue().catch(() => undefined)
  })
  await page.goto('/inbox')
  await expect(dockOf(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => asked.filter(cursor => cursor !== '').length).toBe(1)
  const before = asked.length
  await waitingIn(installation, { 'One more': ['b.txt'] })
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  later.resolve()
  await expect(dockOf(page)).toHaveCount(12)
})

test('while the server is away the inbox says so, and goes on when it is back', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(LOST)
  await waitingIn(installation, { 'A session': ['a.txt'] })
  await page.goto('/inbox')
  await expect(cardIn(setOf(page, 'A session'), 0)).toBeVisible()
  await installation.kill()
  await expect(page.getByRole('status')).toContainText('Reconnecting…')
  await expect(cardIn(setOf(page, 'A session'), 0)).toBeVisible()
  await installation.restart()
  await expect(page.getByRole('status')).not.toContainText('Reconnecting…')
  await approve(cardIn(setOf(page, 'A session'), 0))
  await expect(dockOf(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('it is one column, with the decisions within reach', async ({ page, installation }) => {
    await waitingIn(installation, {
      [`A session with a name like ${'long-'.repeat(20)}`]: [`${'x'.repeat(90)}.txt`],
    })
    await page.goto('/inbox')
    const button = dockOf(page).getByRole('button', { name: 'Approve', exact: true })
    await expect(button).toBeInViewport({ ratio: 1 })
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page)
    await readThrough(cardIn(dockOf(page), 0))
    await button.tap()
    await expect(dockOf(page)).toHaveCount(0)
  })
})

test('a approves all of the set with the focus, and says so where it is none', async ({
  page,
  installation,
}) => {
  await waitingIn(installation, { One: ['a.txt', 'b.txt'], Two: ['c.txt', 'd.txt'], Three: ['e.txt'] })
  const sent = decisionsSentBy(page)
  await page.goto('/inbox')
  const [one, two] = [setOf(page, 'One'), setOf(page, 'Two')]
  for (const set of [one, two]) for (const index of [0, 1]) await readThrough(cardIn(set, index))
  for (const set of [one, two])
    await expect(set.getByRole('button', { name: 'Approve all', exact: true })).toBeEnabled()
  await page.getByRole('heading', { name: 'Inbox' }).click()
  await page.keyboard.press('a')
  expect(await sent()).toBe(0)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('More than one group of calls waits')
  await openCard(cardIn(two, 0))
  await expect(two.getByRole('button', { name: 'Approve all', exact: true })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(two).toContainText('2 approvals can still be undone')
  await expect(one.getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await page.keyboard.press('a')
  expect(await sent()).toBe(1)
  // Of one call alone there is no such button, and the only other one is for calls elsewhere.
  await readThrough(cardIn(one, 0))
  await cardIn(setOf(page, 'Three'), 0).getByRole('heading').click()
  await expect(one.getByRole('button', { name: 'Approve all', exact: true })).toBeEnabled()
  await page.keyboard.press('a')
  expect(await sent()).toBe(1)
})
