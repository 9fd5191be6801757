import { expect } from 'playwright/test'
import { approve, cardOf, editAsJson, logOf, saidIn } from './dock'
import { test } from './journey'

test('a call is one line that opens to its whole story, and what it wrote can be put back', async ({
  page,
  installation,
}) => {
  await installation.write('a.txt', 'before\n')
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'proposed\n' } }
  await installation.play(session, [{ calls: [write] }, { text: 'Done.' }])
  const card = cardOf(page, 'write_file')
  await card.getByRole('button', { name: 'Edit' }).click()
  const field = await editAsJson(card)
  await field.fill((await field.inputValue()).replace('proposed', 'corrected'))
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  const line = logOf(page).getByRole('article', { name: 'Call of write_file' }).first()
  await expect(line).toContainText('Done')
  await expect(line).toContainText('Approved by Owner, with changes')
  await line.locator('summary').click()
  await expect(line.getByRole('region', { name: 'Proposed' })).toContainText('proposed')
  await expect(line.getByRole('region', { name: 'Decided' })).toContainText('Approved by Owner, with changes')
  await expect(line.getByRole('region', { name: 'Decided' })).toContainText('Bound to what was shown')
  const change = line.getByRole('region', { name: 'Changed before it ran' })
  await expect(change.locator('del')).toHaveText('proposed')
  await expect(change.locator('ins')).toHaveText('corrected')
  await expect(line.getByRole('region', { name: 'What ran' })).toContainText('corrected')
  await expect(line.getByRole('region', { name: 'Result' })).toContainText(/Ran from .* to .*, [\d.,]+ s\./)
  await line.getByRole('button', { name: 'Revert' }).click()
  await expect(line).toContainText('A separate call puts back what was there before.')
  await expect.poll(() => installation.read('a.txt')).toBe('before\n')
})

test('a run that a limit ended goes on when somebody says so', async ({ page, installation }) => {
  const session = await installation.scripted({ limits: { requests: 1 } })
  await page.goto(`/sessions/${session.id}`)
  const list = { name: 'list_files', arguments: {} }
  await installation.play(session, [{ calls: [list] }, { text: 'A summary.' }, { text: 'And the rest.' }])
  await approve(cardOf(page, 'list_files'))
  const notice = logOf(page).getByRole('article', { name: 'Notice' })
  await notice.getByRole('button', { name: 'Continue' }).click()
  await expect(logOf(page).getByText('Continued.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden()
})

test('a call that was denied says so in its story', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'x' } }
  await installation.play(session, [{ calls: [write] }, { text: 'As you wish.' }])
  await expect(cardOf(page, 'write_file')).toBeVisible()
  await installation.decide(session, 'deny', { reason: 'Not now.' })
  await expect(saidIn(page, 'As you wish.')).toBeVisible()
  const line = logOf(page).getByRole('article', { name: 'Call of write_file' })
  await expect(line).toContainText('Not run')
  await line.locator('summary').click()
  await expect(line.getByRole('region', { name: 'Decided' })).toContainText('Not now.')
  await expect(line.getByRole('region', { name: 'Result' })).toContainText('without running')
  await expect(line.getByRole('button', { name: 'Revert' })).toBeHidden()
  await installation.play(session, [{ calls: [write] }, { text: 'Written.' }])
  await approve(cardOf(page, 'write_file'))
  await expect(saidIn(page, 'Written.')).toBeVisible()
})

test('a page that lost its server says so, and says when it is back', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/ERR_|Failed to load/)
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.kill()
  await expect(page.getByRole('status').getByText('Reconnecting…')).toBeVisible()
  await installation.restart()
  await expect(page.getByRole('status').getByText('Connected again.')).toBeVisible()
  await expect(page.getByRole('status').getByText('Connected again.')).toBeHidden()
})

test('a call that nobody was asked about says in its line why it failed', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const calls = [
    { name: 'read_file', arguments: { file: 'a.txt' } },
    { name: 'open_file', arguments: {} },
  ]
  await installation.play(session, [{ calls }, { text: 'I see.' }])
  await expect(saidIn(page, 'I see.')).toBeVisible()
  const line = (tool: string) => logOf(page).getByRole('article', { name: `Call of ${tool}` })
  await expect(line('read_file')).toContainText('/file: There is no such argument: remove it.')
  await expect(line('open_file')).toContainText('Unknown tool: open_file.')
})

test('a correction tells the reason, and not once more that something was denied', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'x' } }
  await installation.play(session, [{ calls: [write] }, { text: 'Done.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSets).toHaveLength(1)
  await installation.decide(session, 'deny', { reason: 'Put it below docs/.' })
  await expect(saidIn(page, 'Done.')).toBeVisible()
  const correction = logOf(page).getByRole('article', { name: 'Correction' })
  await expect(correction).toContainText('Put it below docs/.')
  await expect(correction).not.toContainText('Denied')
})
