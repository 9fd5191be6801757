import { expect, type Page } from 'playwright/test'
import { approve, cardOf, dockOf, messageOf, saidIn } from './dock'
import type { Installation } from './installation'
import { test } from './journey'

const LINES = ['# Notes', '', 'one', 'two', 'three', '']

/** A call that waits, and is being edited. */
async function edit(page: Page, installation: Installation, call: { name: string; arguments: unknown }) {
  const session = await installation.scripted()
  await installation.play(session, [{ calls: [call] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, call.name)
  await card.getByRole('button', { name: 'Edit' }).click()
  return { session, card }
}

const fieldIn = (place: ReturnType<typeof cardOf>, name: string) =>
  place.getByRole('textbox', { name, exact: true })

test('a file is edited beside what it changes, and the review follows', async ({ page, installation }) => {
  await installation.write('notes.md', LINES.join('\n'))
  const content = LINES.join('\n').replace('two', 'zwei')
  const call = { name: 'write_file', arguments: { path: 'notes.md', content } }
  const { card } = await edit(page, installation, call)
  const field = fieldIn(card, 'content')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(content)
  const live = card.getByRole('figure', { name: 'Against the file as it is now' })
  await expect(live).toContainText('+zwei')
  await field.fill(content.replace('zwei', 'deux'))
  await expect(live).toContainText('-two')
  await expect(live).toContainText('+deux')
  await expect(card.getByRole('region', { name: 'What the changed call would do' })).toContainText('+deux')
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('notes.md')).toBe(content.replace('zwei', 'deux'))
})

test('a piece of a file is edited in the file, in an editor for code too', async ({ page, installation }) => {
  await installation.write('notes.md', LINES.join('\n'))
  const call = { name: 'edit_file', arguments: { path: 'notes.md', old: 'two', new: 'zwei' } }
  const { card } = await edit(page, installation, call)
  const live = card.getByRole('figure', { name: 'Against the file as it is now' })
  await fieldIn(card, 'old').fill('four')
  await expect(live).toContainText('The text to replace is not in the file.')
  await fieldIn(card, 'old').fill('one\ntwo')
  await card.getByRole('button', { name: 'Code editor' }).last().click()
  await expect(card.locator('[contenteditable]')).toHaveCount(2)
  await fieldIn(card, 'new').fill('un\ndeux')
  await expect(live).toContainText('+deux')
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('notes.md')).toBe(LINES.join('\n').replace('one\ntwo', 'un\ndeux'))
})

test('an edit survives the page, and another tab goes on with it', async ({
  page,
  anotherTab,
  installation,
}) => {
  const call = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  const { session, card } = await edit(page, installation, call)
  await fieldIn(card, 'content').fill('half wri')
  await page.reload()
  const kept = page.getByRole('group', { name: 'Unfinished edit' })
  await expect(kept).toContainText('Your unfinished edit of write_file is kept.')
  const other = await anotherTab()
  await other.goto(`/sessions/${session.id}`)
  await other.getByRole('group', { name: 'Unfinished edit' }).getByRole('button', { name: 'Resume' }).click()
  const field = fieldIn(cardOf(other, 'write_file'), 'content')
  await expect(field).toHaveValue('half wri')
  await expect(other.getByRole('group', { name: 'Unfinished edit' })).toBeHidden()
  await field.fill('half written')
  await cardOf(other, 'write_file').getByRole('button', { name: 'Review change' }).click()
  await cardOf(other, 'write_file').getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  await expect(kept).toBeHidden()
  expect(await installation.read('a.txt')).toBe('half written')
})

test('what was written about a call that is decided meanwhile is kept, to be copied', async ({
  page,
  context,
  installation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const call = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  const { session, card } = await edit(page, installation, call)
  await fieldIn(card, 'content').fill('mine')
  await installation.decide(session, 'deny')
  const kept = page.getByRole('group', { name: 'Unfinished edit' })
  await expect(kept).toContainText('Your edit is kept. write_file was settled without it.')
  await kept.getByRole('button', { name: 'Copy' }).click()
  await expect(kept.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{"path":"a.txt","content":"mine"}')
  await kept.getByRole('button', { name: 'Discard' }).click()
  await expect(kept).toBeHidden()
  await page.reload()
  await expect(messageOf(page)).toBeVisible()
  await expect(kept).toBeHidden()
})

test('without a network nothing that was typed is lost', async ({
  page,
  context,
  installation,
  expected,
}) => {
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  const call = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  const { card } = await edit(page, installation, call)
  await context.setOffline(true)
  await fieldIn(card, 'content').fill('typed on a train')
  await card.getByRole('button', { name: 'Review change' }).click()
  await expect(card.getByRole('alert')).toContainText('cannot be reached')
  await expect(card.getByText('Nothing you typed is lost.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Approve edited' })).toBeDisabled()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: 'Deny' }).click()
  await card.getByRole('textbox', { name: 'Reason' }).fill('no signal')
  await card.getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(card.getByRole('alert')).toContainText('cannot be reached')
  await expect(card.getByRole('textbox', { name: 'Reason' })).toHaveValue('no signal')
  await card.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Resume' }).first().click()
  await expect(fieldIn(card, 'content')).toHaveValue('typed on a train')
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('typed on a train')
})

test('a file that changes under an edit is told of, and the edit stays', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/409/)
  await installation.write('a.txt', 'first')
  const call = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  const { card } = await edit(page, installation, call)
  await fieldIn(card, 'content').fill('mine')
  await card.getByRole('button', { name: 'Cancel' }).click()
  const resume = page.getByRole('button', { name: 'Resume' })
  await expect(resume).toBeVisible()
  await installation.write('a.txt', 'second')
  await approve(card)
  await expect(dockOf(page).getByText('This call has changed since you first saw it.')).toBeVisible()
  await resume.click()
  await expect(fieldIn(card, 'content')).toHaveValue('mine')
  await expect(card.getByText('The call has changed since you began this edit.')).toBeVisible()
})

test('an address is edited with its parts in sight', async ({ page, installation }) => {
  const call = { name: 'fetch_url', arguments: { url: 'https://example.com/a?b=c%20d' } }
  const { card } = await edit(page, installation, call)
  await expect(fieldIn(card, 'url')).toBeFocused()
  await expect(card.getByText('b = c d')).toBeVisible()
  await fieldIn(card, 'url').fill('example.com')
  await expect(card.getByText('This is not a whole address.')).toBeVisible()
})

test('a command is edited as a line', async ({ page, installation }) => {
  const call = { name: 'run_command', arguments: { command: 'echo one > made.txt' } }
  const { card } = await edit(page, installation, call)
  const field = fieldIn(card, 'command')
  await expect(field).toBeFocused()
  await field.press('End')
  await field.press('Enter')
  await expect(field).toHaveValue('echo one > made.txt')
  await field.fill('echo one > made.txt\necho two >> made.txt')
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('made.txt')).toBe('one\ntwo\n')
})
