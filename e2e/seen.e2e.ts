import { expect } from 'playwright/test'
import { approve, approveIn, cardOf, decisionsSentBy, dockOf, logOf, openCard, saidIn } from './dock'
import { test } from './journey'
import {
  enabled,
  extents,
  isUncovered,
  lines,
  readOn,
  uncovered,
  waitingPage,
  waiverIn,
  write,
} from './reading-on'

const CHUNKS = /\/_next\/static\/chunks\//

test('what is folded has to be opened, unless somebody says that they do not read on, which is kept and shown', async ({
  page,
  installation,
}) => {
  await installation.write('large.txt', 'x'.repeat(1_100_000))
  const session = await waitingPage({ page, installation }, [
    write('a.txt', lines(200)),
    write('large.txt', 'small'),
    write('c.txt', lines(200)),
  ])
  const cards = cardOf(page, 'write_file')
  const card = cards.first()
  await waiverIn(card).click()
  await expect(cards).toHaveCount(2)

  await expect(card).toContainText('What this replaces or removes can’t be shown')
  await readOn(page, uncovered(card.getByText('Signature')))
  await expect(approveIn(card)).toBeDisabled()
  await waiverIn(card).click()
  await expect(cards).toHaveCount(1)

  await readOn(page, uncovered(card.getByText('Signature')))
  await expect(approveIn(card)).toBeDisabled()
  await card.getByRole('button', { name: /^Show all/ }).click()
  await expect(approveIn(card)).toBeEnabled()
  await approveIn(card).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await extents(installation, session)).toEqual(['part', 'part', 'whole'])
  await expect(logOf(page).getByText('Approved by Owner (unread)')).toHaveCount(2)
  expect(await installation.read('a.txt')).toBe(lines(200))
})

test('j and y approve nothing of which no line was there, and no row counts while it is folded', async ({
  page,
  installation,
}) => {
  const session = await waitingPage({ page, installation }, [
    write('a.txt', 'A'),
    write('b.txt', lines(30)),
    write('c.txt', 'C'),
  ])
  const sent = decisionsSentBy(page)
  const cards = cardOf(page, 'write_file')
  const all = (name: string) => dockOf(page).getByRole('button', { name, exact: true })
  await expect(approveIn(cards.nth(0))).toBeEnabled()
  await expect(approveIn(cards.nth(1))).toBeHidden()
  await expect(all('Approve all 3 (2 unread)')).toBeVisible()
  await logOf(page).focus()
  await page.keyboard.press('j')
  await expect(waiverIn(cards.nth(1))).toBeVisible()
  await page.keyboard.press('y')
  await expect(cards.nth(1).getByRole('status')).toHaveText('Scroll to see the rest')
  await approveIn(cards.nth(1)).click({ force: true })
  expect(await sent()).toBe(0)
  await readOn(page, enabled(approveIn(cards.nth(1))))
  expect(await isUncovered(cards.nth(1).getByText('line 30'))).toBe(true)
  await expect(all('Approve all 3 (1 unread)')).toBeVisible()
  await openCard(cards.nth(2))
  await readOn(page, enabled(approveIn(cards.nth(2))))
  await expect(all('Approve all')).toBeEnabled()
  await page.keyboard.press('a')
  await dockOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dockOf(page).getByRole('heading', { name: '3 calls waiting' })).toBeVisible()
  await expect(all('Approve all')).toBeEnabled()
  await all('Approve all').click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await extents(installation, session)).toEqual(['whole', 'whole', 'whole'])
})

test('that calls wait is said before their cards are there, which are asked for until they come', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/ERR_FAILED|Failed to load/)
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await expect(logOf(page)).toHaveAttribute('data-live', '')
  await page.waitForLoadState('networkidle')
  const sent = decisionsSentBy(page)
  let asked = 0
  await page.route(CHUNKS, async route => {
    asked += 1
    await route.abort()
  })
  await installation.play(session, [{ calls: [write('a.txt', 'A'), write('b.txt', 'B')] }, { text: 'Done.' }])
  // The list of sessions tells of the first call, too.
  const outline = page.locator('[data-dock][aria-busy="true"]')
  await expect(outline.getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await expect(outline.getByRole('listitem').filter({ hasText: 'Create a.txt' })).toBeVisible()
  await expect.poll(() => asked).toBeGreaterThan(1)
  await expect(dockOf(page)).toBeHidden()
  await page.keyboard.press('y')
  await page.unroute(CHUNKS)
  await expect(dockOf(page).getByRole('group')).toHaveCount(2)
  await expect(dockOf(page).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  expect(await sent()).toBe(0)
  await approve(cardOf(page, 'write_file').first())
  await expect(dockOf(page).getByRole('heading', { name: '1 call waiting' })).toBeVisible()
})
