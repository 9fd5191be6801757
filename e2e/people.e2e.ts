import { expect } from 'playwright/test'
import { approve, cardOf, dockOf, logOf, statusOf } from './dock'
import { test } from './journey'
import { waitingPage, write } from './reading-on'

test('two people work in two browsers: each decides under their own name, and a link that is revoked opens nothing', async ({
  page,
  browser,
  installation,
}) => {
  await page.goto('/settings')
  const people = page.getByRole('region', { name: 'People' })
  await people.getByRole('textbox', { name: 'Name' }).fill('Ann')
  await people.getByRole('combobox', { name: 'Role' }).selectOption('Reviewer')
  await people.getByRole('button', { name: 'Add person' }).click()
  const ann = people.getByRole('article', { name: 'Ann' })
  await ann.getByRole('button', { name: 'New sign-in link' }).click()
  const link = await ann.getByRole('textbox', { name: 'Sign-in link for Ann' }).inputValue()
  const { id } = await waitingPage({ page, installation }, [write('a.txt', 'A'), write('b.txt', 'B')])
  const context = await browser.newContext({ baseURL: installation.url })
  const other = await context.newPage()
  const { pathname, search } = new URL(link)
  await other.goto(`${pathname}${search}`)
  await other.goto(`/sessions/${id}`)
  await expect(dockOf(page).getByText('Ann has this open, too')).toBeVisible()
  await expect(dockOf(other).getByText('Owner has this open, too')).toBeVisible()
  await cardOf(other, 'write_file').first().getByRole('button', { name: 'Deny' }).click()
  await other.getByRole('textbox', { name: 'Reason' }).fill('Not this one')
  await other.getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(statusOf(page)).toContainText('Denied by Ann.')
  await approve(cardOf(page, 'write_file').first())
  await expect(logOf(other).getByText('Approved by Owner')).toBeVisible()
  await other.goto('/settings')
  await expect(other.getByText('Only owners can change')).toBeVisible()
  for (const name of ['Add person', 'Connect a model', 'Change…'])
    await expect(other.getByRole('button', { name })).toHaveCount(0)
  await other.goto('/history?person=owner')
  await expect(other.getByRole('link', { name: /^Owner approved write_file/ })).toBeVisible()
  await expect(other.getByRole('combobox', { name: 'Person' })).toHaveValue('owner')
  await page.goto('/settings')
  await ann.getByRole('button', { name: 'Revoke link 1 of Ann' }).click()
  await expect(ann.getByRole('button', { name: /Revoke/ })).toHaveCount(0)
  await other.goto(`${pathname}${search}`)
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await context.close()
})
