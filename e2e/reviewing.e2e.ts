import { expect, type Page } from 'playwright/test'
import type { Session } from '@/lib/domain/session/session'
import { expectAccessible } from './accessible'
import { decisionsSentBy, dockOf, expectSize, pressUntilFocused, saidIn } from './dock'
import type { Installation } from './installation'
import { test } from './journey'
import { callsOf, lines, waitingPage, write } from './reading-on'

const reviewOf = (page: Page) => page.getByRole('dialog', { name: 'Review' })
const listOf = (page: Page) => reviewOf(page).getByRole('list', { name: 'Calls' })
const marksOf = (page: Page) => listOf(page).getByRole('checkbox', { name: 'Viewed' })
const buttonOf = (page: Page) => dockOf(page).getByRole('button', { name: 'Review', exact: true })
const approveSeenOf = (page: Page) => reviewOf(page).getByRole('button', { name: 'Approve seen' })

const CALLS = [
  write('notes.md', `# Notes\n\n${lines(8)}\n`),
  { name: 'run_command', arguments: { command: 'ls -la' } },
  { name: 'read_file', arguments: { path: 'config.json' } },
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => write(`docs/${name}.md`, lines(12))),
  write('src/long.ts', lines(80)),
  { name: 'list_files', arguments: { path: '.' } },
]

/** How much was seen of each Call that somebody has decided, by its number. */
async function verdicts(installation: Installation, session: Session): Promise<[number, string?][]> {
  const { openSets } = await installation.view(session)
  return openSets.flatMap(({ calls }) =>
    calls.flatMap(({ index, decisions }): [number, string?][] => decisions.map(({ seen }) => [index, seen])),
  )
}

test('a set of many is reviewed like a pull request, and exactly what was marked is approved', async ({
  page,
  installation,
}) => {
  await installation.write('config.json', '{}')
  const session = await waitingPage({ page, installation }, CALLS)
  const sent = decisionsSentBy(page)
  await buttonOf(page).click()
  await expect(reviewOf(page).getByRole('group')).toHaveCount(12)
  await expect(marksOf(page)).toHaveCount(12)
  await expect(marksOf(page).nth(10)).toHaveAccessibleDescription(/write_file.*src\/long\.ts/)
  await expect(approveSeenOf(page)).toBeDisabled()
  await expectAccessible(page, 'dialog')

  const groups = reviewOf(page).getByRole('group')
  await expect(reviewOf(page).getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await marksOf(page).nth(0).check()
  await expect(groups.nth(0).getByRole('figure')).toBeHidden()
  await expect(groups.nth(1)).toHaveAttribute('aria-current', 'true')
  await marksOf(page).nth(10).check()
  await expect(groups.nth(10).getByRole('figure')).toBeHidden()
  await expect(groups.nth(11)).toHaveAttribute('aria-current', 'true')
  await expect(groups.nth(10)).toHaveAccessibleDescription(/src\/long\.ts/)
  await expect(reviewOf(page).getByRole('status')).toHaveText('2 of 12 seen')

  await page.keyboard.press('Escape')
  await expect(buttonOf(page)).toBeFocused()
  await buttonOf(page).click()
  await expect(reviewOf(page).getByRole('status')).toHaveText('2 of 12 seen')
  await expect(approveSeenOf(page)).toHaveAccessibleName('Approve seen (1 unread)')
  await approveSeenOf(page).click()
  await expect(listOf(page).getByText('Approved by Owner')).toHaveCount(2)
  await expect(reviewOf(page).getByRole('status')).toHaveText('0 of 10 seen')
  expect(await sent()).toBe(1)
  expect(await verdicts(installation, session)).toEqual([
    [0, 'whole'],
    [10, 'part'],
  ])

  await listOf(page).getByRole('button', { name: 'run_command' }).click()
  await expect(groups.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(reviewOf(page).getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await reviewOf(page).getByRole('button', { name: 'Deny' }).click()
  await expect(reviewOf(page).getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(reviewOf(page).getByRole('button', { name: 'Deny' })).toBeFocused()
  await installation.decide(session, 'deny')
  await expect(reviewOf(page)).toContainText('All of these calls are decided.')
  await reviewOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(reviewOf(page)).toBeHidden()
  await expect(saidIn(page, 'Done.')).toBeVisible()
})

test('a review by keyboard: v marks, j goes on, and what is said about lines becomes the reason of a denial', async ({
  page,
  installation,
}) => {
  const session = await waitingPage({ page, installation }, [
    write('a.txt', 'A'),
    write('notes.md', lines(70)),
    write('c.txt', 'C'),
  ])
  await expect(buttonOf(page)).toBeEnabled()
  await buttonOf(page).focus()
  await page.keyboard.press('Enter')
  const groups = reviewOf(page).getByRole('group')
  const call = groups.nth(1)
  await expect(reviewOf(page).getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await page.keyboard.press('v')
  await expect(marksOf(page).nth(0)).toBeChecked()
  await expect(call).toBeFocused()
  // Not all of it was on screen.
  await page.keyboard.press('y')
  await page.keyboard.press('j')
  await expect(groups.nth(2)).toBeFocused()
  await expect(reviewOf(page).getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await page.keyboard.press('v')
  await expect(reviewOf(page).getByRole('status')).toHaveText('2 of 3 seen')
  await pressUntilFocused(page, 'Shift+Tab', approveSeenOf(page))
  await expect(approveSeenOf(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(groups.nth(0)).toContainText('Approved by Owner')
  await expect(call).toHaveAttribute('aria-current', 'true')

  const reason = reviewOf(page).getByRole('textbox', { name: 'Reason' })
  for (const [line, text] of [
    [2, 'Shorter, please'],
    [12, 'Say why'],
  ]) {
    await call.getByRole('button', { name: `Comment on line ${line}`, exact: true }).click()
    await expect(reason).toBeFocused()
    await page.keyboard.type(`${text}`)
  }
  // What is half written stays, too.
  await page.keyboard.press('Escape')
  await reviewOf(page).getByRole('button', { name: 'Deny' }).click()
  await expect(reason).toHaveValue('notes.md:2: Shorter, please\nnotes.md:12: Say why\n')
  await reason.fill((await reason.inputValue()).trim())
  await reason.press('ControlOrMeta+End')
  await page.keyboard.type('.')
  await reviewOf(page).getByRole('button', { name: 'Deny' }).click()
  await expect(reviewOf(page)).toBeHidden()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  const calls = await callsOf(installation, session)
  expect(calls.map(({ index, decisions }) => [index, decisions.at(-1)?.seen]).sort()).toEqual([
    [0, 'whole'],
    [1, 'part'],
    [2, 'whole'],
  ])
  const denied = calls.find(({ index }) => index === 1)?.decisions.at(-1)
  expect(denied?.reason).toBe('notes.md:2: Shorter, please\nnotes.md:12: Say why.')
})

/** Moves a finger sideways over the page, from one place to another. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] })
  const step = (to - from) / 12
  await touch('touchStart', from)
  for (let at = 1; at <= 12; at += 1) await touch('touchMove', from + at * step)
  await touch('touchEnd')
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a review has one call a page', async ({ page, installation }) => {
    const session = await waitingPage({ page, installation }, [
      write('a.txt', lines(4)),
      write('b.txt', 'B'),
      write('c.txt', 'C'),
    ])
    await buttonOf(page).tap()
    const review = reviewOf(page)
    await expect(review.getByText('1 of 3', { exact: true })).toBeVisible()
    const line = review.getByText('+line 2', { exact: true })
    await expectSize(line, 'height').toBeLessThan(24)
    await line.tap()
    await expect(review.getByRole('textbox', { name: 'Reason' })).toHaveValue('a.txt:2: \n')
    await review.getByRole('button', { name: 'Cancel' }).tap()

    await swipe(page, 330, 60)
    await expect(review.getByText('2 of 3', { exact: true })).toBeVisible()
    await expect(review.getByText('Create b.txt')).toBeInViewport({ ratio: 1 })
    await swipe(page, 60, 330)
    await expect(review.getByText('1 of 3', { exact: true })).toBeVisible()
    await expect(review.getByText('Create b.txt')).not.toBeInViewport()
    await page.setViewportSize({ width: 320, height: 256 })
    await line.scrollIntoViewIfNeeded()
    const room = await review.getByRole('group', { name: 'write_file' }).first().boundingBox()
    expect(room?.height, 'what is read has most of a low window').toBeGreaterThan(0.7 * 256)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(listOf(page)).toBeHidden()
    await review.getByRole('button', { name: 'Next' }).tap()
    await expect(review.getByText('2 of 3', { exact: true })).toBeVisible()
    await expect(review.getByText('Create b.txt')).toBeInViewport({ ratio: 1 })
    await expect(review.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
    for (const name of ['Previous', 'Next', 'Deny', 'Approve', 'Approve seen', 'Close']) {
      const button = review.getByRole('button', { name, exact: true })
      await expect(button).toBeInViewport({ ratio: 1 })
      await expectSize(button, 'height').toBeGreaterThanOrEqual(44)
    }
    await review.getByRole('checkbox', { name: 'Viewed' }).tap()
    await expectAccessible(page, 'dialog')
    await approveSeenOf(page).tap()
    await expect(review.getByRole('status')).toHaveText('0 of 2 seen')
    await expect(review.getByText('3 of 3', { exact: true })).toBeVisible()
    expect(await verdicts(installation, session)).toEqual([[1, 'whole']])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
