import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'

test('history and the timeline fork, too: from an entry, and before a decision', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'About herons' })
  await page.goto(`/sessions/${session.id}`)
  const write = { name: 'write_file', arguments: { path: 'herons.txt', content: 'x' } }
  await installation.play(session, [{ calls: [write] }, { text: 'Herons were written down.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSets).toHaveLength(1)
  await installation.decide(session, 'deny')
  await expect(saidIn(page, 'Herons were written down.')).toBeVisible()
  await page.getByRole('button', { name: 'Inspector' }).click()
  await page.getByRole('button', { name: 'Fork before this decision' }).click()
  await expect(page).not.toHaveURL(new RegExp(session.id))
  await expect(page.getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  await page.goto('/history?q=written')
  await picture(page, 'history')
  await expectAccessible(page)
  const hit = page.getByRole('listitem').filter({ hasText: /^Agent/ })
  await hit.getByRole('button', { name: 'Fork from here' }).click()
  await expect(saidIn(page, 'Herons were written down.')).toBeVisible()
  await expect(page.getByText('Branched from')).toBeVisible()
})
