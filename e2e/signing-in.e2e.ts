import { expect } from 'playwright/test'
import { cardOf, messageOf, saidIn } from './dock'
import { test } from './journey'

test('a visitor who is not signed in learns how to, gives the token, and comes to the page they wanted', async ({
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
})

test('the link leads to the page without the token in its address', async ({ context, installation }) => {
  const session = await installation.scripted()
  const page = await context.newPage()
  await page.goto(`/sessions/${session.id}?token=${installation.token}`)
  await expect(page.getByRole('heading', { name: 'A scripted session' })).toBeVisible()
  await expect(page).toHaveURL(`${installation.url}/sessions/${session.id}`)
})

test('somebody who is signed out in the middle of work signs in again and loses nothing', async ({
  page,
  context,
  installation,
  expected,
}) => {
  const session = await installation.scripted()
  const args = { path: 'a.txt', content: 'A' }
  await installation.play(session, [{ calls: [{ name: 'write_file', arguments: args }] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).fill('Half a thought')
  const card = cardOf(page, 'write_file')
  await card.getByRole('button', { name: 'Deny' }).click()
  await card.getByRole('textbox', { name: 'Reason' }).fill('Not yet')
  expected.push(/401/)
  await context.clearCookies()
  await card.getByRole('textbox', { name: 'Reason' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Access token').fill('not-the-token-but-as-long-as-one-is')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toContainText('That is not the access token.')
  await dialog.getByLabel('Access token').fill(installation.token)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  await expect(messageOf(page)).toHaveValue('Half a thought')
  await expect(card.getByRole('textbox', { name: 'Reason' })).toHaveValue('Not yet')
  await card.getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(saidIn(page, 'Done.')).toBeVisible()
})
