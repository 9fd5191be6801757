import type { Locator, Page } from 'playwright/test'

/** Opens the settings of the session with this title from the list of sessions. */
export async function openSettings(page: Page, title: string): Promise<Locator> {
  const nav = page.getByRole('navigation', { name: 'Sessions' })
  await nav.getByRole('listitem').filter({ hasText: title }).hover()
  await nav.getByRole('button', { name: `More for ${title}` }).click()
  await nav.getByRole('menuitem', { name: 'Settings…' }).click()
  return page.getByRole('dialog', { name: 'Session settings' })
}
