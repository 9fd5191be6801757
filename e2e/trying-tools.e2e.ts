import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

test('a tool is looked for, read, tried in a session just as it was shown, and its call is in that session', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/409/)
  await installation.write('milk.txt', 'one\n')
  const session = await installation.scripted({ title: 'Errands' })
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'More', exact: true })
    .getByRole('link', { name: 'Tools' })
    .click()
  await expect(page).toHaveTitle('Tools · Countersign')
  await expect(page.getByRole('region', { name: 'Built in' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Control' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'tools')
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('list folder')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('')
  const tool = page.getByRole('article', { name: 'write_file' })
  await expect(tool).toContainText('Never used')
  await tool.getByRole('button', { name: 'write_file' }).click()
  const dialog = page.getByRole('dialog', { name: 'write_file' })
  await expect(dialog.getByText('As JSON Schema')).toBeVisible()

  const preview = dialog.getByRole('button', { name: 'Preview' })
  const run = dialog.getByRole('button', { name: 'Run' })
  const would = dialog.getByRole('region', { name: 'What it would do' })
  const content = dialog.getByRole('textbox', { name: 'content' })
  await dialog.getByRole('textbox', { name: 'path' }).fill('milk.txt')
  await content.fill('two')
  await dialog.getByRole('combobox', { name: 'Session' }).selectOption('Errands')
  await expect(run).toBeDisabled()
  await preview.click()
  await expect(would.getByRole('figure', { name: 'Change' })).toContainText('one')
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
  const outcome = dialog.getByRole('region', { name: 'Result' })
  await expect(outcome.getByRole('status')).toHaveText('Ended')
  expect(await installation.read('milk.txt')).toBe('three')
  await expectAccessible(page, 'dialog')
  await picture(page, 'tried')
  await outcome.getByRole('link', { name: 'Open “Errands”' }).click()
  await expect(page).toHaveURL(`/sessions/${session.id}`)
  await expect(logOf(page).getByRole('article', { name: /write_file/ })).toContainText('Approved by')
  await page.goto('/tools')
  await expect(page.getByRole('article', { name: 'write_file' })).toContainText('Used once')
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
  await dialog.getByRole('button', { name: /^Offer all \d+ of Built in$/ }).click()
  await dialog.getByRole('button', { name: /^Leave out all \d+ of Built in$/ }).click()
  await expect(dialog.getByRole('checkbox', { name: /^write_file/ })).not.toBeChecked()
  await dialog.getByRole('button', { name: /^Offer all \d+ of Built in$/ }).click()
  await dialog.getByRole('searchbox', { name: 'Search tools' }).fill('write_file')
  await dialog.getByRole('checkbox', { name: /^write_file/ }).uncheck()
  await expectAccessible(page, 'dialog')
  await picture(page, 'choosing')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog).toBeHidden()
  const { session: now } = await installation.view(session)
  expect(now).toMatchObject({
    workspace: 'careful',
    persona: 'You are careful.',
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
