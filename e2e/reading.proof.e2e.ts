import { expect } from 'playwright/test'
import { logOf } from './dock'
import { test } from './journey'

test('a question about a link stays while the words around it are still being written', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const text = `See [the guide](${installation.url}/x) first. ${'And then go on. '.repeat(12)}`
  await installation.play(session, [{ text, chunkMs: 150 }])
  await logOf(page).getByRole('link', { name: 'the guide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open link?' })
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await installation.view(session)).activeRun).toBeUndefined()
  await expect(page.getByRole('button', { name: 'Stop', includeHidden: true })).toHaveCount(0)
  await expect(dialog).toBeVisible()
})
