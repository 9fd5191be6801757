import type { Locator, Page } from '@playwright/test'

/** The parts of a session's page by the roles and names that people know them by. */
export const dockOf = (page: Page): Locator => page.getByRole('region', { name: 'Pending calls' })
export const cardOf = (page: Page, tool: string): Locator => dockOf(page).getByRole('group', { name: tool })
export const logOf = (page: Page): Locator => page.getByRole('log', { name: 'Transcript' })
export const messageOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })
export const statusOf = (page: Page): Locator => page.getByRole('status')

/** What the agent said, as against what it was asked to say. */
export const saidIn = (page: Page, words: string | RegExp): Locator =>
  logOf(page).getByRole('article', { name: 'Agent' }).getByText(words)

/** What is shown by its code point, as the characters that it stands for. */
export const exactly = (shown: string | null): string =>
  (shown ?? '').replace(/⟦U\+([0-9A-F]{4,6})⟧/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))

/** Makes sure that the card is there and may be approved. */
export const approve = (card: Locator): Promise<void> => card.getByRole('button', { name: 'Approve' }).click()

/** Counts the decisions that a page sends. The count is taken behind a request of its own, so that none is missed. */
export function decisionsSentBy(page: Page): () => Promise<number> {
  let sent = 0
  page.on('request', request => {
    if (request.url().endsWith('/decisions')) sent += 1
  })
  return async () => {
    await page.evaluate(() => fetch('/api/health'))
    return sent
  }
}
