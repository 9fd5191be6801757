import { expect, type Locator, type Page } from 'playwright/test'
import type { CallSet } from '@/lib/domain/call/call'
import { expectAccessible } from './accessible'
import { approve, approveIn, decisionsSentBy, dockOf, readThrough } from './dock'
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

/** Denies what has waited for the longest time, from outside of the page. */
async function denyOldest(installation: Installation): Promise<void> {
  const { items } = await installation.ask<{ items: CallSet[] }>('GET', '/api/pending')
  const decisions = items[0]?.calls.map(({ id, digest }) => ({ callId: id, digest, kind: 'deny' }))
  await installation.ask('POST', `/api/sets/${items[0]?.id}/decisions`, { decisions })
}

const setOf = (page: Page, title: string): Locator =>
  dockOf(page).filter({ has: page.getByRole('link', { name: title }) })
const rowsOf = (page: Page): Locator => page.getByRole('main').getByRole('listitem')
const cardIn = (set: Locator, index: number): Locator =>
  set.getByRole('group', { name: 'write_file' }).nth(index)

test('what waits anywhere is decided in one place, oldest first, by click and by key, until nothing waits', async ({
  page,
  installation,
}) => {
  await waitingIn(installation, {
    'Release notes': ['a.txt', 'b.txt'],
    'Nightly audit': ['c.txt'],
    Errands: ['d.txt'],
  })
  await page.goto('/inbox')
  await expect(rowsOf(page)).toContainText(['Release', 'Nightly', 'Errands'])
  await expect(dockOf(page)).toHaveCount(1)
  const [notes, audit] = [setOf(page, 'Release notes'), setOf(page, 'Nightly audit')]
  const errands = setOf(page, 'Errands')
  await expect(notes.getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await expect(notes.getByRole('time')).toHaveText(/^now$|ago$/)
  await expectAccessible(page)

  await approve(cardIn(notes, 0))
  await expect(notes.getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  await expect(cardIn(notes, 0)).toBeFocused()
  await cardIn(notes, 0).getByRole('button', { name: 'Deny' }).click()
  await cardIn(notes, 0).getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(cardIn(audit, 0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(cardIn(errands, 0)).toBeFocused()
  await expect(audit).toBeHidden()
  await expect(approveIn(cardIn(errands, 0))).toBeEnabled()
  await page.keyboard.press('y')
  await expect(cardIn(audit, 0)).toBeFocused()
  await expect.poll(() => installation.read('d.txt').catch(() => '')).toBe('d.txt')
  await expect(installation.read('c.txt')).rejects.toThrow('ENOENT')
  await approve(cardIn(audit, 0))
  await expect(dockOf(page)).toHaveCount(0)
  await expect(page.locator(':focus')).toContainText('Nothing is waiting for you.')
  await expect(page).toHaveTitle('Inbox · Countersign')
  for (const path of ['a.txt', 'c.txt'])
    await expect.poll(() => installation.read(path).catch(() => '')).toBe(path)
})

test('what comes and what is decided elsewhere is seen at once, and what is there stays while the server is away', async ({
  page,
  anotherTab,
  installation,
  expected,
}) => {
  expected.push(LOST)
  await page.goto('/inbox')
  await expect(page.getByRole('status')).toContainText('Nothing is waiting for you.')
  await waitingIn(installation, { 'From elsewhere': ['a.txt'] })
  await expect(cardIn(setOf(page, 'From elsewhere'), 0)).toBeVisible()
  await denyOldest(installation)
  await expect(dockOf(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('“From elsewhere” no longer needs you.')

  await waitingIn(installation, { Another: ['b.txt'] })
  const card = cardIn(setOf(page, 'Another'), 0)
  await expect(approveIn(card)).toBeEnabled()
  const other = await anotherTab()
  await other.goto('/memory')
  await page.bringToFront()
  await installation.kill()
  for (const tab of [page, other])
    await expect(tab.getByRole('status').filter({ hasText: 'Reconnecting…' })).toBeVisible()
  // A link that is followed meanwhile leads on once the server is back.
  await page.getByRole('link', { name: 'Memory' }).click()
  await expect(card).toBeVisible()
  await installation.restart()
  await expect(page.getByRole('heading', { name: 'Memory' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('status')).not.toContainText('Reconnecting…')
  await approve(card)
  await expect(dockOf(page)).toHaveCount(0)
  await waitingIn(installation, { 'One more': ['c.txt'] })
  await setOf(page, 'One more').getByRole('link', { name: 'One more' }).click()
  await expect(page.getByRole('heading', { name: 'One more' })).toBeVisible()
})

test('of more than a page all is counted, and more is shown when it is asked for, whatever comes meanwhile', async ({
  page,
  installation,
}) => {
  const titles = Array.from({ length: 21 }, (_, n) => `Session ${n + 1}`)
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
  const rows = rowsOf(page)
  await expect(rows).toHaveCount(20)
  const counted = async (calls: number, sets: number) => {
    await expect(page.getByRole('main')).toContainText(`${calls} calls waiting in ${sets} sets`)
    await expect(page).toHaveTitle(`(${calls}) Inbox · Countersign`)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`${calls} waiting`)
    await expect(page.getByRole('heading', { name: `Needs you (${sets})` })).toBeVisible()
  }
  await counted(21, 21)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => asked.filter(cursor => cursor !== '').length).toBe(1)
  const before = asked.length
  await waitingIn(installation, { 'One more': ['c.txt'] })
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  later.resolve()
  await expect(rows).toHaveCount(22)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  await counted(22, 22)
})

test('a approves all of a set, which leaves the next one open, and harmless reads are approved together', async ({
  page,
  installation,
}) => {
  await waitingIn(installation, { One: ['a.txt', 'b.txt'], Two: ['c.txt', 'd.txt'] })
  const calls = [{ name: 'list_files', arguments: { path: '.' } }]
  for (const title of ['Reader', 'Lister'])
    await installation.play(await installation.scripted({ title }), [{ calls }])
  const sent = decisionsSentBy(page)
  await page.goto('/inbox')
  const [one, two] = [setOf(page, 'One'), setOf(page, 'Two')]
  for (const index of [0, 1]) await readThrough(cardIn(one, index))
  await expect(one.getByRole('button', { name: 'Approve all', exact: true })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(cardIn(two, 0)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('2 calls start in')
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowsOf(page).getByRole('button', { name: 'One' }).click()
  await expect(one.getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  expect(await sent()).toBe(1)

  const reads = page.getByRole('region', { name: 'Low risk (2)' })
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(['Reader', 'Lister', 'One', 'Two'])
  await reads.getByRole('button', { name: 'Approve 2' }).click()
  await expect(reads).toBeHidden()
  await expect(page.getByRole('status')).toContainText('2 calls approved')
  await expect(cardIn(one, 0)).toBeFocused()
  expect(await sent()).toBe(3)
})
