import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { test } from './journey'

test('with a database role that owns the tables too Health says that the record is not protected from it', async ({
  page,
  installation,
  anotherBrowser,
}) => {
  await page.goto('/health')
  await expect(page.getByText('database role can only add to it')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Problems' })).toBeHidden()
  const owning = await installation.another({ DATABASE_URL: installation.ownerUrl })
  const there = await anotherBrowser(owning)
  await there.goto('/health')
  const problems = there.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('The record is not protected from the database role')
  await expectAccessible(there)
})
