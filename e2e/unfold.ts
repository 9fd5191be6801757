import { expect, type Page } from 'playwright/test'
import { logOf } from './dock'

/** Opens everything in the transcript, whole; returns when all that it holds has been read and is shown. */
export async function unfold(page: Page): Promise<void> {
  const log = logOf(page)
  for (const summary of await log.locator('details > summary').all()) await summary.click()
  const calls = await log.locator('[data-result] > details[open]').count()
  await expect(log.getByRole('region', { name: 'Proposed' })).toHaveCount(calls)
  const folded = log.getByRole('button', { name: /^Show all/ })
  while ((await folded.count()) > 0) await folded.first().click()
}
