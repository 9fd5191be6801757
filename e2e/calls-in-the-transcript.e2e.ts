import { expect } from 'playwright/test'
import { approveChange, cardOf, codeIn, editAsJson, logOf, saidIn } from './dock'
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
  await expect.poll(() => codeIn(field)).toContain('proposed')
  await field.fill((await codeIn(field)).replace('proposed', 'corrected'))
  await approveChange(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  const line = logOf(page).getByRole('article', { name: 'Call of write_file' }).first()
  await expect(line).toContainText('Done')
  await expect(line).toContainText('You changed content of a.txt (+1 −1)')
  const head = line.locator('summary').first()
  const topOf = async (): Promise<number | undefined> => (await head.boundingBox())?.y
  const before = await topOf()
  await head.click()
  await expect(line.getByRole('region', { name: 'Proposed' })).toContainText('proposed')
  await expect(line.getByRole('region', { name: 'Decided' })).toContainText('Approved by Owner, with changes')
  await expect(line.getByRole('region', { name: 'Decided' })).toContainText('Signed digest')
  const change = line.getByRole('region', { name: 'Changed before it ran' })
  await expect(change).toContainText('You changed content of a.txt (+1 −1)')
  await expect(change.locator('del')).toHaveText('proposed')
  await expect(change.locator('ins')).toHaveText('corrected')
  await expect(line.getByRole('region', { name: 'What ran' })).toContainText('corrected')
  await expect(line.getByRole('region', { name: 'Result' })).toContainText(/Ran from .* to .*, [\d.,]+ s\./)
  // What was pressed is still under the pointer, though the story came later and reaches beyond the window.
  await expect(line.getByRole('button', { name: 'Revert' })).toBeAttached()
  expect(await topOf()).toBe(before)
  await line.getByRole('button', { name: 'Revert' }).click()
  const revert = cardOf(page, 'restore_file')
  await expect(revert.getByRole('figure', { name: 'Change' })).toContainText('before')
  expect(await installation.read('a.txt')).toBe('corrected\n')
  await revert.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => installation.read('a.txt')).toBe('before\n')
})
