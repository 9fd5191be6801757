import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { logOf, messageOf, saidIn } from './dock'
import { test } from './journey'

test('somebody talks for long, sees what was summarised, and takes it back', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({
    title: 'A long talk',
    compaction: { messages: 6, keepMessages: 3 },
  })
  await page.goto(`/sessions/${session.id}`)
  for (const text of ['The boat is called Albatros.', 'Two.', 'Three.', 'Four.']) {
    await installation.play(session, [{ text }])
    await expect(saidIn(page, text)).toBeVisible()
  }
  const card = logOf(page).getByRole('article', { name: 'Compaction' })
  await expect(card).toContainText('4 earlier messages summarised')
  await expect(card).toContainText('There were too many messages.')
  await card.getByText('Summary', { exact: true }).click()
  await expect(card).toContainText('Albatros')
  await expect(card.getByRole('link', { name: 'View original' })).toHaveAttribute('href', /^#seq-\d+$/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('tab', { name: 'Request' }).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('region', { name: 'Context' })).toContainText('4 of 6')
  await expect(panel).toContainText('Earlier messages')
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('Undone: the agent sees the originals again.')
  await page.keyboard.press('Escape')
  await messageOf(page).fill('/compact')
  await messageOf(page).press('Enter')
  await expect(logOf(page).getByRole('article', { name: 'Compaction' })).toHaveCount(2)
  await expect(logOf(page)).toContainText('You asked for it.')
})
