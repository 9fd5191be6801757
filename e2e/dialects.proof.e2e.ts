import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, logOf, saidIn } from './dock'
import { test } from './journey'
import { openSettings } from './settings'

const write = '<tool_call>{"name": "write_file", "arguments": {"path": "a.txt", "content": "A"}}</tool_call>'

const CUT = 'I will. <tool_call>{"name": "write_file", "argum'

test('somebody lets a model without calls of its own speak by tags, and sees where in its reply a call stood', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'A small model' })
  await page.goto(`/sessions/${session.id}`)
  const dialog = await openSettings(page, 'A small model')
  await dialog.getByText('Advanced', { exact: true }).click()
  const dialects = dialog.getByRole('group', { name: 'Dialect' })
  await expect(dialects.getByRole('radio', { name: /^Auto/ })).toBeChecked()
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('radio', { name: /^Tags/ }).check()
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog).toBeHidden()

  await installation.play(session, [{ raw: CUT }, { raw: `Once more.\n${write}` }, { raw: 'Done.' }])
  const card = cardOf(page, 'write_file')
  await expect(card).toContainText('tags')
  await expect(card).toContainText(`Characters 12–${11 + write.length} of the reply`)
  await expect(logOf(page).getByText('The model was told.')).toBeVisible()
  await expect(saidIn(page, 'Once more.')).toBeVisible()
  await expect(
    logOf(page).getByRole('article', { name: 'Agent' }).getByText('<tool_call>{"name'),
  ).toHaveCount(1)
  await expectAccessible(page)
  await approve(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()

  await page.getByRole('button', { name: 'Details' }).click()
  const inspector = page.getByRole('region', { name: 'Details' })
  await expect(inspector).toContainText('Parse issue')
  await inspector.getByRole('tab', { name: 'Request' }).click()
  const request = inspector.getByRole('tabpanel', { name: 'Request' })
  await expect(request).toContainText('Request 3 of 3')
  await expect(request).toContainText('Tool protocol')
  await request.getByRole('button', { name: 'Earlier' }).click()
  await request.getByText('Response').click()
  await expect(request.locator('mark')).toHaveText(write)
  await expectAccessible(page)

  // Of a structured reply it says whether its form was a schema that the provider was held to.
  await installation.ask('PATCH', `/api/sessions/${session.id}`, { dialect: 'structured' })
  await installation.play(session, [{ raw: '{"output": "In one object.", "calls": []}' }])
  await expect(saidIn(page, 'In one object.')).toBeVisible()
  for (const number of [3, 4]) {
    await expect(request).toContainText(`Request ${number - 1} of 4`)
    await request.getByRole('button', { name: 'Later' }).click()
  }
  await expect(request).toContainText('Request 4 of 4')
  await expect(request).toContainText('described in the instructions')
})
