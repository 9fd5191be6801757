import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { cardOf, messageOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'

test('a visitor who is not signed in learns how to, gives the token or opens the link, and comes to the page they wanted', async ({
  context,
  installation,
  expected,
}) => {
  expected.push(/401/)
  const session = await installation.scripted()
  const page = await context.newPage()
  const answer = await page.goto(`/sessions/${session.id}`)
  expect(answer?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Open the link that the server printed')).toBeVisible()
  await expect(page.getByText('A scripted session')).toBeHidden()
  await page.getByLabel('Access token').fill('not-the-token-but-as-long-as-one-is')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').getByText('That is not the access token.')).toBeVisible()
  await page.getByLabel('Access token').fill(installation.token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'A scripted session' })).toBeVisible()
  await expect(page).toHaveURL(`${installation.url}/sessions/${session.id}`)

  await context.clearCookies()
  await page.goto(`/sessions/${session.id}?token=${installation.token}`)
  await expect(page.getByRole('heading', { name: 'A scripted session' })).toBeVisible()
  await expect(page).toHaveURL(`${installation.url}/sessions/${session.id}`)
})

test('a browser that is signed out from another one in the middle of work signs in again and loses nothing', async ({
  page,
  anotherBrowser,
  installation,
  expected,
}) => {
  await installation.ask('DELETE', '/api/sign-ins')
  await page.goto(installation.link)
  const session = await installation.scripted()
  const args = { path: 'a.txt', content: 'A' }
  await installation.play(session, [{ calls: [{ name: 'write_file', arguments: args }] }, { text: 'Done.' }])
  const other = await anotherBrowser(installation)
  await other.goto(`/sessions/${session.id}`)
  await messageOf(other).fill('Half a thought')
  const card = cardOf(other, 'write_file')
  await card.getByRole('button', { name: 'Deny' }).click()
  const reason = card.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Not yet')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveTitle('Settings · Countersign')
  const browsers = page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('article')
  await expect(browsers).toHaveCount(2)
  await expect(browsers.filter({ hasText: 'This browser' })).toHaveCount(1)
  await expect(browsers.first()).toContainText(/Chrome on \w+/)
  await picture(page, 'browsers')
  await expectAccessible(page)
  expected.push(/401/)
  await browsers.filter({ hasNotText: 'This browser' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(browsers).toHaveCount(1)

  const dialog = other.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Access token').fill('not-the-token-but-as-long-as-one-is')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toContainText('That is not the access token.')
  await dialog.getByLabel('Access token').fill(installation.token)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  await expect(messageOf(other)).toHaveValue('Half a thought')
  await expect(reason).toHaveValue('Not yet')
  await reason.press('Enter')
  await expect(saidIn(other, 'Done.')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(dialog).toBeVisible()
  expect(await installation.ask('GET', '/api/sign-ins')).toMatchObject({ items: [] })
})
