import { expect } from '@playwright/test'
import { cardOf, saidIn } from './dock'
import { test } from './journey'

test('edited arguments that are not valid are refused where they are wrong, and nothing is lost', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const args = { path: 'a.txt', content: 'A' }
  await installation.play(session, [{ calls: [{ name: 'write_file', arguments: args }] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(card.getByRole('tab', { name: 'JSON' })).toHaveAttribute('aria-selected', 'true')
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
  const session = await installation.scripted()
  const text = '{\r\n  "content": "1.0",\r\n\t"path" :"a.txt"}'
  await installation.play(session, [{ calls: [{ name: 'write_file', arguments: text }] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  await card.getByRole('button', { name: 'Edit' }).click()
  const field = card.getByRole('textbox', { name: 'Arguments (JSON)' })
  await field.fill((await field.inputValue()).replace('1.0', '1.00'))
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  const callId = (await installation.view(session)).transcript.find(entry => entry.callId)?.callId
  const call = await installation.ask<{ effective: { argumentsText: string } }>('GET', `/api/calls/${callId}`)
  expect(call.effective.argumentsText).toBe(text.replace('1.0', '1.00'))
})

test('an edit that was given up changes nothing', async ({ page, installation }) => {
  const session = await installation.scripted()
  const args = { path: 'a.txt', content: 'A' }
  await installation.play(session, [{ calls: [{ name: 'write_file', arguments: args }] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByRole('textbox', { name: 'Arguments (JSON)' }).fill('{"path":"z"}')
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeFocused()
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('A')
})
