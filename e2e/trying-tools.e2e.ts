import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

test('a tool is looked for, read, tried in a session, and its call is in that session', async ({
  page,
  installation,
}) => {
  await installation.write('notes/today.md', 'Milk.')
  const session = await installation.scripted({ title: 'Errands' })
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tools' }).click()
  await expect(page).toHaveTitle('Tools · Countersign')
  await expect(page.getByRole('region', { name: 'Built in' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Control' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'tools')
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('list folder')
  await expect(page.getByRole('article')).toHaveCount(1)
  const tool = page.getByRole('article', { name: 'list_files' })
  await expect(tool).toContainText('Never used')
  await tool.getByRole('button', { name: 'list_files' }).click()
  const dialog = page.getByRole('dialog', { name: 'list_files' })
  const schema = dialog.getByRole('region', { name: 'Arguments it takes' })
  await expect(schema.getByRole('row', { name: /^path string/ })).toBeVisible()
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('tabpanel', { name: 'Form' }).getByRole('textbox', { name: 'path' }).fill('notes')
  await dialog.getByRole('tab', { name: 'JSON' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Arguments (JSON)' })).toHaveValue(/"path": ?"notes"/)
  await dialog.getByRole('combobox', { name: 'Session' }).selectOption('Errands')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('region', { name: 'What it would do' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Run' }).click()
  const outcome = dialog.getByRole('region', { name: 'What came of it' })
  await expect(outcome.getByRole('status')).toHaveText('Ended')
  await expect(outcome.getByRole('region', { name: 'Result' })).toContainText('today.md')
  await expectAccessible(page, 'dialog')
  await picture(page, 'tried')
  await outcome.getByRole('link', { name: 'Open “Errands”' }).click()
  await expect(page).toHaveURL(`/sessions/${session.id}`)
  await expect(logOf(page).getByRole('article', { name: /list_files/ })).toContainText('Approved by')
  await page.goto('/tools')
  await expect(page.getByRole('article', { name: 'list_files' })).toContainText('Used once')
})

test('what a tool is tried with is previewed, and runs only as it was shown', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/409/)
  await installation.write('milk.txt', 'one\n')
  await page.goto('/tools')
  await page.getByRole('article', { name: 'write_file' }).getByRole('button', { name: 'write_file' }).click()
  const dialog = page.getByRole('dialog', { name: 'write_file' })
  const preview = dialog.getByRole('button', { name: 'Preview' })
  const run = dialog.getByRole('button', { name: 'Run' })
  const would = dialog.getByRole('region', { name: 'What it would do' })
  await dialog.getByRole('textbox', { name: 'path' }).fill('milk.txt')
  const content = dialog.getByRole('textbox', { name: 'content' })
  await content.fill('two')
  await expect(run).toBeDisabled()
  await preview.click()
  await expect(would.getByRole('figure', { name: 'Change' })).toContainText('one')
  await expectAccessible(page, 'dialog')
  await content.fill('three')
  await expect(would).toBeHidden()
  await expect(run).toBeDisabled()
  await preview.click()
  await expect(would).toContainText('three')
  await installation.write('milk.txt', 'changed\n')
  await run.click()
  await expect(dialog.getByRole('alert')).toContainText('no longer do what was shown')
  await expect(run).toBeDisabled()
  await preview.click()
  await expect(would).toContainText('changed')
  await run.click()
  await expect(dialog.getByRole('region', { name: 'What came of it' }).getByRole('status')).toHaveText(
    'Ended',
  )
  expect(await installation.read('milk.txt')).toBe('three')
})

test('a tool is not run with arguments that are wrong, and the page says which', async ({
  page,
  expected,
}) => {
  expected.push(/422/)
  await page.goto('/tools')
  await page.getByRole('article', { name: 'write_file' }).getByRole('button', { name: 'write_file' }).click()
  const dialog = page.getByRole('dialog', { name: 'write_file' })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('/path')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'write_file' })).toBeFocused()
})

test('the model is not offered what was left out of a session, whose folder and persona are set there too', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Careful' })
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('button', { name: 'More for Careful' }).click()
  await page.getByRole('menuitem', { name: 'Settings…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Session settings' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('careful')
  await dialog.getByRole('textbox', { name: 'Persona' }).fill('You are careful.')
  await dialog.getByText('Choose tools').click()
  await dialog.getByRole('searchbox', { name: 'Search tools' }).fill('write')
  await dialog.getByRole('checkbox', { name: /^write_file/ }).uncheck()
  await dialog.getByRole('searchbox', { name: 'Search tools' }).fill('file')
  await dialog.getByRole('button', { name: 'Offer none that match' }).click()
  await expect(dialog.getByText(/^0 of the \d+ that match are offered\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Offer all that match' }).click()
  await expect(dialog.getByRole('button', { name: 'Offer all that match' })).toBeDisabled()
  await dialog.getByRole('searchbox', { name: 'Search tools' }).fill('write_file')
  await dialog.getByRole('checkbox', { name: /^write_file/ }).uncheck()
  await expectAccessible(page, 'dialog')
  await picture(page, 'choosing')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog).toBeHidden()
  const { session: now } = await installation.view(session)
  expect(now).toMatchObject({
    ...{ workspace: 'careful', persona: 'You are careful.' },
    tools: { include: null, exclude: ['write_file'] },
  })
  await messageOf(page).fill('{"turns":[{"text":"Hello."}]}')
  await messageOf(page).press('Enter')
  await expect(logOf(page).getByText('Hello.', { exact: true })).toBeVisible()
  await expect.poll(async () => (await installation.view(session)).lastRun?.stopReason).toBe('final_text')
  const request = await installation.ask<{ sent: { tools: { name: string }[] } }>(
    'GET',
    `/api/sessions/${session.id}/requests/1`,
  )
  const names = request.sent.tools.map(({ name }) => name)
  expect(names).toContain('read_file')
  expect(names).not.toContain('write_file')
})
