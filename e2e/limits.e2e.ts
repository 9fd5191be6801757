import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, saidIn } from './dock'
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
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText(
    'Stopped at the limit of 10 tokens',
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
})

test('a model that goes round in circles is blocked, and somebody reads why', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Circles' })
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [look, look, look, look, look, { text: 'Never said.' }])
  const transcript = page.getByRole('log', { name: 'Transcript' })
  for (const times of [1, 2, 3]) {
    await approve(cardOf(page, 'file_info'))
    await expect(transcript.getByRole('article', { name: 'Call of file_info' })).toHaveCount(
      times === 3 ? 5 : times,
    )
  }
  await expect(transcript).toContainText('The model was told.')
  await expect(transcript).toContainText('The model was going round in circles.')
  await expect(saidIn(page, 'Never said.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Inspector' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Timeline' })).toContainText(
    'the same call 5 times in a row',
  )
})

test('a reply that says that there is nothing to say makes no bubble', async ({ page, installation }) => {
  const session = await installation.scripted({ title: 'Silence' })
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text: 'NO_REPLY', chunkMs: 5 }])
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await expect(transcript).toContainText('it had nothing to say')
  await expect(transcript.getByRole('article', { name: 'Agent' })).toHaveCount(0)
})

test('a run that somebody stopped goes on from there, and the days of a session stand apart', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Stopped' })
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [look, { text: 'Done.' }])
  await expect(cardOf(page, 'file_info')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const notice = page.getByRole('article', { name: 'Notice' }).filter({ hasText: 'Stopped by you.' })
  await expect(notice.getByRole('button', { name: 'Continue' })).toBeVisible()
  const day = page.getByRole('log', { name: 'Transcript' }).getByText(/^(Today|Yesterday)$/)
  await expect(day).toHaveCount(0)
  await installation.touch(
    `UPDATE "Entry" SET at = at - interval '2 days' WHERE "sessionId" = '${session.id}' AND kind = 'user'`,
  )
  await page.reload()
  await expect(day).toBeVisible()
  await notice.getByRole('button', { name: 'Continue' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
})
