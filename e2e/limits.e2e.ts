import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, logOf, saidIn } from './dock'
import { test } from './journey'
import { openSettings } from './settings'

const look = { calls: [{ name: 'file_info', arguments: { path: 'a.txt' } }] }

test('a limit that was set in the settings ends the run where it is met, and one goes on from there', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/422/)
  const session = await installation.scripted({ title: 'Budgets' })
  await page.goto(`/sessions/${session.id}`)
  const settings = await openSettings(page, 'Budgets')
  await settings.getByRole('spinbutton', { name: 'Requests' }).fill('0')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings.getByRole('alert')).toBeVisible()
  await settings.getByRole('spinbutton', { name: 'Requests' }).fill('5')
  await settings.getByRole('spinbutton', { name: 'Tokens per run' }).fill('10')
  await expectAccessible(page, 'dialog')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings).toBeHidden()
  await installation.play(session, [look, { text: 'Done.' }])
  await approve(cardOf(page, 'file_info'))
  const notice = logOf(page).getByRole('article', { name: 'Notice' })
  await expect(notice).toContainText('Stopped: limit of 10 tokens')
  await notice.getByRole('button', { name: 'Continue' }).click()
  await expect(logOf(page).getByText('Continued.')).toBeVisible()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden()
})
