import { expect, type Page } from 'playwright/test'
import { approveIn, cardOf, editAsJson, saidIn } from './dock'
import type { Installation } from './installation'
import { test } from './journey'

/** A call that waits and whose arguments a person has begun to edit. */
async function begin(page: Page, installation: Installation, call: { name: string; arguments: unknown }) {
  const session = await installation.scripted()
  await installation.play(session, [{ calls: [call] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, call.name)
  await card.getByRole('button', { name: 'Edit' }).click()
  return { session, card }
}

test('edited arguments that are not valid are refused where they are wrong, and nothing is lost', async ({
  page,
  installation,
}) => {
  const args = { path: 'a.txt', content: 'A' }
  const { card } = await begin(page, installation, { name: 'write_file', arguments: args })
  await expect(card.getByRole('tab', { name: 'Form' })).toHaveAttribute('aria-selected', 'true')
  await card.getByRole('tab', { name: 'JSON' }).click()
  const field = card
    .getByRole('tabpanel', { name: 'JSON' })
    .getByRole('textbox', { name: 'Arguments (JSON)' })
  const review = card.getByRole('button', { name: 'Review change' })
  const approve = card.getByRole('button', { name: 'Approve edited' })

  await field.fill('{"path": "a.txt", ')
  await review.click()
  await expect(card.getByRole('alert')).toContainText('Not valid JSON')
  await expect(approve).toBeDisabled()
  await expect(field).toHaveValue('{"path": "a.txt", ')

  await field.fill('{"path": 7, "content": "A", "more": true}')
  await expect(card.getByRole('alert')).toBeHidden()
  await review.click()
  await expect(card.getByRole('alert').filter({ hasText: '/path' })).toBeVisible()
  await expect(approve).toBeDisabled()

  await field.fill('{"path": "b.txt", "content": "B"}')
  await review.click()
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('+B')
  await expect(approve).toBeEnabled()
  await field.press('End')
  await field.pressSequentially(' ')
  await expect(approve).toBeDisabled()
  await review.click()
  await approve.click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('b.txt')).toBe('B')
  await expect(installation.read('a.txt')).rejects.toThrow()
})

test('what a person did not change of the arguments arrives byte for byte', async ({
  page,
  installation,
}) => {
  const text = '{\r\n  "content": "1.0",\r\n\t"path" :"a.txt"}'
  const { session, card } = await begin(page, installation, { name: 'write_file', arguments: text })
  const field = await editAsJson(card)
  await field.fill((await field.inputValue()).replace('1.0', '1.00'))
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  const callId = (await installation.view(session)).transcript.find(entry => entry.callId)?.callId
  const call = await installation.ask<{ effective: { argumentsText: string } }>('GET', `/api/calls/${callId}`)
  expect(call.effective.argumentsText).toBe(text.replace('1.0', '1.00'))
})

test('an edit does what was reviewed, or is reviewed again', async ({ page, installation, expected }) => {
  expected.push(/409/)
  const args = { path: 'a.txt', content: 'A' }
  const { card } = await begin(page, installation, { name: 'write_file', arguments: args })
  const field = await editAsJson(card)
  const review = card.getByRole('button', { name: 'Review change' })
  const approve = card.getByRole('button', { name: 'Approve edited' })
  await field.fill('{"path": "b.txt", "content": "B"}')
  await review.click()
  await expect(card.getByRole('region', { name: 'What the changed call would do' })).toContainText('b.txt')
  await installation.write('b.txt', 'somebody’s')
  await approve.click()
  await expect(card.getByRole('alert')).toContainText('Review it again')
  await expect(approve).toBeDisabled()
  await expect(field).toHaveValue('{"path": "b.txt", "content": "B"}')
  expect(await installation.read('b.txt')).toBe('somebody’s')
  await review.click()
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('-somebody’s')
  await approve.click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('b.txt')).toBe('B')
})

test('an edit that was given up changes nothing', async ({ page, installation }) => {
  const args = { path: 'a.txt', content: 'A' }
  const { card } = await begin(page, installation, { name: 'write_file', arguments: args })
  await (await editAsJson(card)).fill('{"path":"z"}')
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused()
  await approveIn(card).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('A')
})

test('a form changes just the value that a person changes, and the rest arrives byte for byte', async ({
  page,
  installation,
}) => {
  const text = '{\r\n  "limit":1.0,\t"path" : "a\\u002etxt" }'
  await installation.write('a.txt', 'one')
  const { session, card } = await begin(page, installation, { name: 'read_file', arguments: text })
  await card.getByRole('tab', { name: 'Form' }).click()
  const form = card.getByRole('tabpanel', { name: 'Form' })
  await expect(form.getByRole('textbox', { name: 'path', exact: true })).toHaveValue('a.txt')
  await expect(form.getByRole('textbox', { name: 'limit', exact: true })).toHaveValue('1.0')
  await expect(form.getByRole('textbox', { name: 'offset', exact: true })).toHaveValue('')
  const limit = form.getByRole('textbox', { name: 'limit', exact: true })
  await limit.fill('two')
  await expect(form.getByRole('alert')).toContainText('not a number')
  await limit.fill('2')
  await expect(form.getByRole('alert')).toBeHidden()
  await card.getByRole('tab', { name: 'JSON' }).click()
  await expect(card.getByRole('textbox', { name: 'Arguments (JSON)' })).toHaveValue(
    text.replace('1.0', '2').replace('\r', ''),
  )
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  const callId = (await installation.view(session)).transcript.find(entry => entry.callId)?.callId
  const call = await installation.ask<{ effective: { argumentsText: string } }>('GET', `/api/calls/${callId}`)
  expect(call.effective.argumentsText).toBe(text.replace('1.0', '2'))
})

test('what a form shows and nobody changes is not changed: no defaults, no reordering', async ({
  page,
  installation,
}) => {
  const text = '{"content":"one\\r\\ntwo",  "path":"a.txt"}'
  const { card } = await begin(page, installation, { name: 'write_file', arguments: text })
  await card.getByRole('tab', { name: 'Form' }).click()
  const content = card.getByRole('textbox', { name: 'content', exact: true })
  await expect(content).toHaveValue('one\ntwo')
  await content.fill('one\ntwo!')
  await card.getByRole('tab', { name: 'Form' }).press('ArrowRight')
  const field = card.getByRole('textbox', { name: 'Arguments (JSON)' })
  await expect(field).toHaveValue(text.replace('two', 'two!'))
  await field.fill('{"content":')
  await card.getByRole('tab', { name: 'Form' }).click()
  await expect(card.getByText('This text cannot be shown as a form')).toBeVisible()
})

test('an editor for code edits the same text', async ({ page, installation }) => {
  const args = { path: 'a.txt', content: 'A' }
  const { card } = await begin(page, installation, { name: 'write_file', arguments: args })
  await editAsJson(card)
  await card.getByRole('button', { name: 'Code editor' }).click()
  const field = card.locator('[contenteditable]')
  await expect(field).toBeFocused()
  await expect(field).toHaveRole('textbox')
  await expect(field).toHaveAccessibleName('Arguments (JSON)')
  await field.fill('{"path":"b.txt","content":"B"}')
  await page.keyboard.press('y')
  await page.keyboard.press('Backspace')
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('b.txt')).toBe('B')
})
