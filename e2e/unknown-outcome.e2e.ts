import { expect } from 'playwright/test'
import { crashDuring } from './crash-during'
import { cardOf, logOf, saidIn } from './dock'
import { LOST, test } from './journey'

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
