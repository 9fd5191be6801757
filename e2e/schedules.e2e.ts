import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { test } from './journey'
import { picture } from './picture'

test('a schedule is made, run by hand, and its call waits in the inbox', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Schedules', exact: true }).click()
  await expect(page).toHaveTitle('Schedules · Countersign')
  await page.getByRole('button', { name: 'New schedule' }).click()
  const form = page.getByRole('form', { name: 'New schedule' })
  await form.getByLabel('Name').fill('Nightly notes')
  await form.getByLabel('Message').fill('create nightly.md with Hello')
  await form.getByLabel('When').fill('0 9 * * 1-5')
  await form.getByLabel('Model').fill('scripted:demo')
  await expectAccessible(page)
  await picture(page, 'schedule-form')
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('article', { name: 'Nightly notes' })
  await row.getByRole('button', { name: 'Run now' }).click()
  await expect(row.getByRole('link', { name: 'Waiting for you' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'schedules')
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Nightly notes' }).first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'write_file' })).toBeVisible()
})
