import { expect, type Locator } from 'playwright/test'
import { approveChange, cardOf, codeIn, decisionsSentBy, editAsJson, saidIn } from './dock'
import { test } from './journey'
import { waitingPage, write } from './reading-on'

const LINES = ['# Notes', '', 'one', 'two', 'three', ''].join('\n')

const fieldIn = (place: Locator, name: string) => place.getByRole('textbox', { name, exact: true })
const edit = (card: Locator) => card.getByRole('button', { name: 'Edit', exact: true }).click()

test('an edit does what was reviewed, or is reviewed again', async ({ page, installation, expected }) => {
  expected.push(/409/)
  await waitingPage({ page, installation }, [write('a.txt', 'A')])
  const card = cardOf(page, 'write_file')
  await edit(card)
  const field = await editAsJson(card)
  const approve = card.getByRole('button', { name: 'Approve with changes' })
  await field.fill('{')
  await expect(card.locator('.cm-lint-marker-error')).toBeVisible()
  await field.fill('{"path": "b.txt", "content": "B"}')
  await expect(card.getByRole('region', { name: 'With your change' })).toContainText('b.txt')
  await expect(approve).toBeEnabled()
  await installation.write('b.txt', 'somebody’s')
  await approve.click()
  await expect(card.getByRole('alert')).toContainText('Review it again')
  expect(await codeIn(field)).toBe('{"path": "b.txt", "content": "B"}')
  expect(await installation.read('b.txt')).toBe('somebody’s')
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('-somebody’s')
  await approveChange(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('b.txt')).toBe('B')
})

test('a file, and a piece of one, are edited in an editor for code, above what changes', async ({
  page,
  installation,
}) => {
  for (const path of ['notes.md', 'other.md']) await installation.write(path, LINES)
  const content = LINES.replace('two', 'zwei')
  await waitingPage({ page, installation }, [
    write('notes.md', content),
    { name: 'edit_file', arguments: { path: 'other.md', old: 'two', new: 'zwei' } },
  ])
  const sent = decisionsSentBy(page)
  const file = cardOf(page, 'write_file')
  await edit(file)
  await expect(fieldIn(file, 'content')).toBeFocused()
  await expect.poll(() => codeIn(fieldIn(file, 'content'))).toBe(content)
  const changed = (card: Locator) => card.getByRole('region', { name: 'With your change' })
  await fieldIn(file, 'content').fill(content.replace('zwei', 'deux'))
  // It follows whoever types.
  await expect(changed(file)).toContainText('+deux')
  await approveChange(file)

  const piece = cardOf(page, 'edit_file')
  await expect(piece).toBeFocused()
  await edit(piece)
  await fieldIn(piece, 'old').fill('four')
  await expect(changed(piece)).toBeHidden()
  await fieldIn(piece, 'old').fill('one\ntwo')
  await expect(piece.locator('[contenteditable]')).toHaveCount(2)
  await fieldIn(piece, 'new').fill('un\ndeux')
  for (const key of ['y', 'Backspace']) await page.keyboard.press(key)
  expect(await sent()).toBe(1)
  await expect(changed(piece)).toContainText('+deux')
  await approveChange(piece)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('notes.md')).toBe(content.replace('zwei', 'deux'))
  expect(await installation.read('other.md')).toBe(LINES.replace('one\ntwo', 'un\ndeux'))
})

test('an edit survives the page, and another tab goes on with it', async ({
  page,
  anotherTab,
  installation,
}) => {
  const session = await waitingPage({ page, installation }, [write('a.txt', 'A')])
  await edit(cardOf(page, 'write_file'))
  const content = fieldIn(cardOf(page, 'write_file'), 'content')
  await expect.poll(() => codeIn(content)).toBe('A')
  await content.fill('half wri')
  await page.reload()
  const kept = page.getByRole('group', { name: 'Unfinished edit' })
  await expect(kept).toContainText('Your unfinished edit of write_file is kept.')
  const other = await anotherTab()
  await other.goto(`/sessions/${session.id}`)
  await other.getByRole('group', { name: 'Unfinished edit' }).getByRole('button', { name: 'Resume' }).click()
  const card = cardOf(other, 'write_file')
  await expect.poll(() => codeIn(fieldIn(card, 'content'))).toBe('half wri')
  await expect(other.getByRole('group', { name: 'Unfinished edit' })).toBeHidden()
  await fieldIn(card, 'content').fill('half written')
  await approveChange(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  await expect(kept).toBeHidden()
  expect(await installation.read('a.txt')).toBe('half written')
})
