import { expect } from 'playwright/test'
import { logOf } from './dock'
import { test } from './journey'

test('from a place far back one reads on to the end, and back to the beginning', async ({
  page,
  installation,
}) => {
  const session = await installation.long(400)
  await page.goto(`/sessions/${session.id}#seq-121`)
  await expect(page.locator('[data-linked]')).toBeInViewport()
  await logOf(page).hover()
  const seen = new Set<number>()
  const parts = page.getByRole('heading', { name: /^Part \d+$/ })
  const note = async () => {
    for (const text of await parts.allTextContents()) seen.add(Number(text.replace(/\D/g, '')))
  }
  const isThere = async () => {
    await note()
    await page.mouse.wheel(0, 1_500)
    return seen.has(100)
  }
  await expect(page.getByRole('heading', { name: 'Part 32' })).toBeAttached()
  await expect.poll(isThere).toBe(true)
  for (let part = 32; part <= 100; part += 1) expect([part, seen.has(part)]).toEqual([part, true])
  await expect(page.getByRole('button', { name: 'Show the messages in between' })).toHaveCount(0)
})
