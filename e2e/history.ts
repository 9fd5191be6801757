import { expect, type Locator, type Page } from 'playwright/test'
import type { Installation } from './installation'

export const searchOf = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search history' })
export const hitsIn = (page: Page): Locator => page.getByRole('main').getByRole('listitem').getByRole('link')

/** Two sessions, in one of which a Call was approved and one denied. */
export async function tellOfBirds(installation: Installation): Promise<void> {
  const session = await installation.scripted({ title: 'Release notes' })
  const calls = ['kestrel.md', 'sparrow.md'].map(path => ({
    name: 'write_file',
    arguments: { path, content: 'A bird <b>of prey</b>' },
  }))
  await installation.play(session, [
    { text: 'I write about birds.', calls },
    { text: 'The kestrel is done.' },
  ])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(2)
  await installation.decide(session, 'deny', { reason: 'No birds today' })
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  await installation.scripted({ title: 'Kestrel, again' })
}
