import { expect } from 'playwright/test'
import { approve, cardOf, saidIn } from './dock'
import { test } from './journey'

test('an argument of 300 KB is folded with its end in sight, shown whole on demand, and runs whole', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const content = `${'benign '.repeat(43_000)}\n${'\n'.repeat(3000)}the end that matters`
  await installation.play(session, [
    { calls: [{ name: 'write_file', arguments: { path: 'big.txt', content } }] },
    { text: 'Done.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  const change = card.getByRole('figure', { name: 'Change' })
  await expect(change).toContainText('the end that matters')
  await expect(change.getByText(/^[\d,]+ more characters$/)).toBeVisible()
  await card.getByRole('button', { name: /^Show all 30\d,\d{3} characters$/ }).click()
  await expect(change.getByText(/more characters$/)).toBeHidden()
  expect((await change.textContent())?.length).toBeGreaterThan(content.length)
  // No piece of work is large: it is laid out chunk by chunk, and what is off the screen is left alone.
  const chunks = change.locator('pre > span')
  const sizes = await chunks.evaluateAll(all => all.map(({ textContent }) => textContent.length))
  expect(sizes.length).toBeGreaterThan(30)
  expect(Math.max(...sizes)).toBeLessThan(9_000)
  await expect(chunks.nth(20)).toHaveCSS('content-visibility', 'auto')
  await card.getByRole('button', { name: 'Show less' }).click()
  await approve(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('big.txt')).toBe(content)
})
