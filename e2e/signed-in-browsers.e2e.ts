import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { test } from './journey'
import { picture } from './picture'

test('the browsers that are signed in are listed, one is signed out, then all', async ({
  page,
  anotherBrowser,
  installation,
  expected,
}) => {
  expected.push(/401/)
  await installation.ask('DELETE', '/api/sign-ins')
  await page.goto(installation.link)
  const other = await anotherBrowser(installation)
  await other.goto('/')
  await expect(other.getByRole('navigation', { name: 'Sessions' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveTitle('Settings · Countersign')
  await expect(page).toHaveURL(/\/settings$/)
  const browsers = page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('article')
  await expect(browsers).toHaveCount(2)
  await expect(browsers.filter({ hasText: 'This browser' })).toHaveCount(1)
  await expect(browsers.first()).toContainText(/Chrome on \w+/)
  await picture(page, 'browsers')
  await expectAccessible(page)
  await browsers.filter({ hasNotText: 'This browser' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(browsers).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: /Signed out: Chrome/ })).toHaveCount(1)
  await expect(other.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await installation.ask('GET', '/api/sign-ins')).toMatchObject({ items: [] })
})
