import { expect, type Page } from 'playwright/test'
import { approve, cardOf, logOf, saidIn } from './dock'
import type { Installation } from './installation'
import { LOST, test } from './journey'

/** The server dies after a call had its effect and before anybody could write that down. */
async function crashDuring(page: Page, installation: Installation) {
  await installation.write('a.txt', 'one one')
  const session = await installation.scripted()
  const edit = { name: 'edit_file', arguments: { path: 'a.txt', old: 'one', new: 'two', all: true } }
  await installation.play(session, [{ calls: [edit] }, { text: 'I know now.' }])
  await page.goto(`/sessions/${session.id}`)
  const letGo = await installation.holdTranscript()
  await approve(cardOf(page, 'edit_file'))
  await expect(page.getByText('Running…', { exact: true })).toBeVisible()
  await expect.poll(() => installation.read('a.txt')).toBe('two two')
  await installation.kill()
  await letGo('lost')
  await installation.restart()
  await expect(page.getByText('Outcome unknown')).toBeVisible()
  return session
}

test('after a crash in the middle of a call, a person is asked and nothing runs again by itself', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(LOST)
  await crashDuring(page, installation)
  const card = cardOf(page, 'edit_file')
  await expect(card).toContainText(
    'The server stopped while this was running. It may or may not have happened.',
  )
  await expect(card).toContainText('It started at')
  await expect(card).toContainText('The process that ran it is known to have ended.')
  await expect(card.getByRole('button', { name: 'Approve' })).toBeHidden()
  await card.getByRole('button', { name: 'Mark as done' }).click()
  await expect(logOf(page).getByText('Marked as done by Owner')).toBeFocused()
  await expect(saidIn(page, 'I know now.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('two two')
})

test('a person has a call of unknown outcome run again', async ({ page, installation, expected }) => {
  expected.push(LOST)
  await crashDuring(page, installation)
  await installation.write('a.txt', 'one')
  expected.push(/409/)
  const card = cardOf(page, 'edit_file')
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('+two')
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(saidIn(page, 'I know now.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('two')
})

test('a person skips a call of unknown outcome', async ({ page, installation, expected }) => {
  expected.push(LOST)
  await crashDuring(page, installation)
  await cardOf(page, 'edit_file').getByRole('button', { name: 'Skip' }).click()
  await expect(logOf(page).getByText('Skipped by Owner')).toBeVisible()
  await expect(saidIn(page, 'I know now.')).toBeVisible()
})
