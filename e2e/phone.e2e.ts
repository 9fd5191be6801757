import { expect } from 'playwright/test'
import {
  approve,
  approveIn,
  cardOf,
  decisionsSentBy,
  dockOf,
  expectSize,
  messageOf,
  readThrough,
  saidIn,
} from './dock'
import { test } from './journey'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('on a phone everything is there, within reach, and nothing sticks out', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'A session with a rather long title for a phone' })
  await installation.write('b.txt', 'B')
  const calls = [
    { name: 'write_file', arguments: { path: `${'long-'.repeat(30)}.txt`, content: 'x'.repeat(600) } },
    { name: 'read_file', arguments: { path: 'b.txt' } },
  ]
  await installation.play(session, [{ text: 'A word. '.repeat(80), calls }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  await expect(dockOf(page).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBe(390)
  for (const name of ['Deny', 'Edit', 'More', 'Approve']) {
    const button = cardOf(page, 'write_file').getByRole('button', { name, exact: true })
    await expect(button).toBeInViewport({ ratio: 1 })
    await expectSize(button, 'height').toBeGreaterThanOrEqual(44)
  }
  await expect(messageOf(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeInViewport({ ratio: 1 })
  await messageOf(page).focus()
  await expectSize(messageOf(page), 'width').toBeGreaterThanOrEqual(320)
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeHidden()
  await page.getByRole('button', { name: 'Sessions' }).tap()
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').tap()
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeHidden()
  await cardOf(page, 'write_file').getByRole('button', { name: 'Edit' }).tap()
  expect(await width()).toBe(390)
  await cardOf(page, 'write_file').getByRole('button', { name: 'Cancel' }).tap()
  const sent = decisionsSentBy(page)
  await approve(cardOf(page, 'write_file'))
  // A tap that ends on another button than it began on decides nothing.
  const last = approveIn(cardOf(page, 'read_file'))
  await readThrough(cardOf(page, 'read_file'))
  await last.dispatchEvent('pointerdown', { pointerType: 'touch' })
  await messageOf(page).dispatchEvent('pointerdown', { pointerType: 'touch' })
  const tap = { bubbles: true, cancelable: true, pointerType: 'touch', detail: 1 }
  await last.evaluate((element, how) => element.dispatchEvent(new PointerEvent('click', how)), tap)
  expect(await sent()).toBe(1)
  await last.tap()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await width()).toBe(390)
})
