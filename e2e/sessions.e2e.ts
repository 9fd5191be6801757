import { expect } from 'playwright/test'
import { cardOf, messageOf } from './dock'
import { test } from './journey'

test('a person makes sessions, finds one again, and sees which one needs them and which is gone', async ({
  page,
  installation,
  expected,
}) => {
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Sessions' })
  await messageOf(page).fill('Create notes.md with Hello')
  await messageOf(page).press('Enter')
  await expect(cardOf(page, 'write_file')).toBeVisible()
  await expect(page).toHaveTitle('(1) Create notes.md with Hello · Countersign')
  // As where the server's own title comes in late, which knows of no Call.
  await page.evaluate(() => document.querySelector('title')?.replaceChildren('Create notes.md with Hello'))
  await expect(page).toHaveTitle('(1) Create notes.md with Hello · Countersign')
  await nav.getByRole('button', { name: 'New session' }).click()
  await expect(page.getByRole('heading', { name: 'What should the agent do?' })).toBeVisible()
  await messageOf(page).fill('unsent words')
  await expect(nav.getByRole('link')).toHaveCount(1)
  await expect(nav.getByRole('listitem').filter({ hasText: 'Create notes.md' })).toContainText('1 waiting')
  await nav.getByRole('searchbox', { name: 'Search sessions' }).fill('notes')
  await expect(nav.getByRole('link')).toHaveCount(1)
  await nav.getByRole('link', { name: 'Create notes.md with Hello' }).click()
  await expect(cardOf(page, 'write_file')).toBeVisible()
  await expect(messageOf(page)).toHaveValue('')
  await nav.getByRole('searchbox', { name: 'Search sessions' }).fill('')
  await nav.getByRole('button', { name: 'New session' }).click()
  await expect(messageOf(page)).toHaveValue('unsent words')
  await page.reload()
  await expect(messageOf(page)).toHaveValue('unsent words')
  await page.goto('/')
  await expect(page).toHaveURL(/\/sessions\//)
  const { id } = await installation.scripted({ title: 'From elsewhere' })
  await page.reload()
  await nav.getByRole('link', { name: 'From elsewhere' }).click()
  await expect(page.getByRole('heading', { name: 'From elsewhere' })).toBeVisible()
  expected.push(/404|ERR_/)
  await installation.ask('DELETE', `/api/sessions/${id}`)
  await expect(page.getByRole('heading', { name: 'This session is gone' })).toBeVisible()
  await page.goto(`/sessions/${id}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Go to your sessions' }).click()
  await expect(cardOf(page, 'write_file')).toBeVisible()
})
