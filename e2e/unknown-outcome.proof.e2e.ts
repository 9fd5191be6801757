import { expect } from 'playwright/test'
import { crashDuring } from './crash-during'
import { cardOf, logOf, saidIn } from './dock'
import { LOST, test } from './journey'
import { enabled, readOn } from './reading-on'

test('a person has a call of unknown outcome run again', async ({ page, installation, expected }) => {
  expected.push(LOST)
  await crashDuring(page, installation)
  await installation.write('a.txt', 'one')
  expected.push(/409/)
  const card = cardOf(page, 'edit_file')
  const retry = card.getByRole('button', { name: 'Run again', exact: true })
  await readOn(page, enabled(retry))
  await retry.click()
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('+two')
  await readOn(page, enabled(retry))
  await retry.click()
  await expect(saidIn(page, 'I know now.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('two')
})

test('a person skips a call of unknown outcome', async ({ page, installation, expected }) => {
  expected.push(LOST)
  await crashDuring(page, installation)
  await cardOf(page, 'edit_file').getByRole('button', { name: "Tell the agent we don't know" }).click()
  await expect(logOf(page).getByText('Skipped by Owner')).toBeVisible()
  await expect(saidIn(page, 'I know now.')).toBeVisible()
})
