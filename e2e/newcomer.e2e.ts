import { expect } from 'playwright/test'
import { approveChange, codeIn, editAsJson } from './dock'
import { LOST, test } from './journey'

test('a newcomer opens the link, asks for a file, changes an argument, approves it, and finds all of it after a crash', async ({
  page,
  installation,
  expected,
}) => {
  await page.goto(installation.link)
  await expect(page).toHaveURL(`${installation.url}/`)
  await expect(page.getByRole('heading', { name: 'An agent proposes. You countersign.' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('Create notes.md with Hello')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')

  const dock = page.getByRole('region', { name: 'Pending calls' })
  await expect(dock.getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  const card = dock.getByRole('group', { name: 'write_file' })
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('+Hello')
  await expect(card).toContainText('Medium risk')
  await expect(page.getByRole('status')).toContainText('1 call waiting: write_file')

  await card.getByRole('button', { name: 'Edit' }).click()
  const field = await editAsJson(card)
  await expect.poll(() => codeIn(field)).toBe('{\n  "path": "notes.md",\n  "content": "Hello"\n}')
  await expect(card.getByRole('button', { name: 'Approve with changes' })).toBeDisabled()
  await field.fill('{"path":"notes.md","content":"Good morning"}')
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('+Good morning')
  await approveChange(card)

  const log = page.getByRole('log', { name: 'Transcript' })
  await expect(log.getByText('write_file notes.md: done, with a change.')).toBeVisible()
  await expect(log.getByText('Approved by Owner, with changes')).toBeFocused()
  await expect(dock).toBeHidden()
  expect(await installation.read('notes.md')).toBe('Good morning')
  await page.getByRole('textbox', { name: 'Message' }).fill('Replace morning with evening in notes.md')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dock.getByRole('group', { name: 'edit_file' })).toContainText('-Good morning')

  await page.reload()
  await expect(dock.getByRole('group', { name: 'edit_file' })).toContainText('+Good evening')
  await expect(log.getByText('Create notes.md with Hello')).toBeVisible()
  const approve = dock.getByRole('button', { name: 'Approve', exact: true })
  // All of the page has come: what had not would be asked for again only some seconds after the crash.
  await expect(approve).toBeEnabled()

  expected.push(LOST)
  await installation.kill()
  await expect(page.getByRole('status')).toContainText('Reconnecting…')
  await installation.restart()
  await expect(page.getByRole('status')).not.toContainText('Reconnecting…')
  await approve.click()
  await expect(log.getByText('edit_file notes.md: done.')).toBeVisible()
  expect(await installation.read('notes.md')).toBe('Good evening')
  await expect(page.getByRole('navigation', { name: 'Sessions' }).getByRole('link')).toHaveCount(1)
})
