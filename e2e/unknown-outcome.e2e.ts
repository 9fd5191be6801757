import { expect } from 'playwright/test'
import { approve, cardOf, logOf, saidIn } from './dock'
import { LOST, test } from './journey'
import { enabled, readOn } from './reading-on'

test('after a crash in the middle of a call a person is asked, and nothing runs again by itself or unread', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(LOST)
  await page.setViewportSize({ width: 390, height: 400 })
  await installation.write('a.txt', 'one one')
  const session = await installation.scripted()
  const edit = { name: 'edit_file', arguments: { path: 'a.txt', old: 'one', new: 'two', all: true } }
  await installation.play(session, [{ calls: [edit] }, { text: 'I know now.' }])
  await page.goto(`/sessions/${session.id}`)
  // The server dies after the call had its effect, and before anybody could write that down.
  const letGo = await installation.holdTranscript()
  await approve(cardOf(page, 'edit_file'))
  await expect(page.getByText('Running…', { exact: true })).toBeVisible()
  await expect.poll(() => installation.read('a.txt')).toBe('two two')
  await installation.kill()
  await letGo('lost')
  await installation.restart()
  await expect(page.getByText('Outcome unknown')).toBeVisible()
  const card = cardOf(page, 'edit_file')
  await expect(card).toContainText(
    'The server stopped while this was running. It may or may not have happened.',
  )
  await expect(card).toContainText('It started at')
  await expect(card).toContainText('The process has ended.')
  await expect(card.getByRole('button', { name: 'Approve' })).toBeHidden()
  const done = card.getByRole('button', { name: 'It worked' })
  const retry = card.getByRole('button', { name: 'Run again', exact: true })
  const waiver = card.getByRole('button', { name: 'Run again anyway' })
  await expect(done).toBeEnabled()
  await expect(retry).toBeDisabled()
  await expect(retry).toHaveAccessibleDescription('Scroll to see the rest')
  await expect(waiver).toBeEnabled()
  await readOn(page, enabled(retry))
  await expect(waiver).toBeHidden()
  await done.click()
  await expect(logOf(page).getByText('Marked as done by Owner')).toBeFocused()
  await expect(saidIn(page, 'I know now.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('two two')
})
