import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, saidIn } from './dock'
import { test } from './journey'

test('somebody who wants to know sees what happened, what a request sent, and what it used', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Release notes' })
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  await installation.play(session, [{ text: 'I will.', calls: [write] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('button', { name: 'Inspector' }).click()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await expect(inspector.getByRole('tabpanel', { name: 'Timeline' })).toContainText('waits for a person')
  await approve(cardOf(page, 'write_file'))
  await expect(saidIn(page, 'Done.')).toBeVisible()
  await expect(inspector).toContainText('write_file Approved by Owner')
  await expect(inspector).toContainText('Run ended with an answer')
  await inspector.getByRole('tab', { name: 'Timeline' }).press('ArrowRight')
  const request = inspector.getByRole('tabpanel', { name: 'Request' })
  await expect(request).toContainText('Request 2 of 2')
  await request.getByRole('button', { name: 'Earlier' }).click()
  await request.getByText('What came back').click()
  await expect(request).toContainText('I will.')
  for (const name of ['Plan', 'State', 'Usage']) {
    await inspector.getByRole('tab', { name }).click()
    await expect(inspector.getByRole('tabpanel', { name })).not.toBeEmpty()
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(inspector).toBeHidden()
  await expect(page.getByRole('button', { name: 'Inspector' })).toBeFocused()
})
