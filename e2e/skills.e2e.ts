import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

const skill = (body: string): string =>
  `---\nname: notes\ndescription: How notes are written\n---\n\nWrite **${body}** lines.\n`

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'SKILL.md' })
const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview' })
const saveOf = (page: Page) => page.getByRole('button', { name: 'Save' })

test('a skill is written with its preview beside it, over nobody else’s, used by a message, and deleted', async ({
  page,
  installation,
  expected,
}) => {
  await installation.write('AGENTS.md', `Use tabs. ${'x'.repeat(30_000)}`)
  await page.goto('/')
  await page.getByRole('link', { name: 'Skills', exact: true }).click()
  await expect(page).toHaveTitle('Skills · Countersign')
  await expect(page.getByText('No skills yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New skill' }).click()
  await expect(previewOf(page).getByRole('heading', { name: 'my-skill' })).toBeVisible()
  await picture(page, 'new')
  await editorOf(page).fill('---\nname: notes\nHow notes are written\n---\n\nWrite **three** lines.\n')
  await expect(page.getByText('Line 3 of its head is not “key: value”')).toBeVisible()
  await expect(saveOf(page)).toHaveAttribute('aria-disabled', 'true')
  await editorOf(page).fill(skill('three'))
  await expect(previewOf(page).locator('strong')).toHaveText('three')
  await page.reload()
  await expect(previewOf(page).locator('strong')).toHaveText('three')
  await editorOf(page).press('Control+s')
  await expect(page.getByRole('heading', { name: 'Edit notes' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Saved. The next run reads it.')
  await expect(page).toHaveURL(/\/skills\?edit=notes$/)

  const { hash } = await installation.ask<{ hash: string }>('GET', '/api/skills/notes')
  await installation.ask('PUT', '/api/skills/notes', { text: skill('four'), hash })
  expected.push(/409/)
  await editorOf(page).fill(skill('five'))
  await editorOf(page).press('Control+s')
  await expect(page.getByText('Somebody else changed this skill')).toBeVisible()
  await page.getByText('Show the current text').click()
  await expect(page.getByText('Write **four** lines.')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'stale')
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await expect(previewOf(page).locator('strong')).toHaveText('five')
  const saving = Promise.withResolvers<void>()
  await page.route('**/api/skills/notes', async route => {
    if (route.request().method() === 'PUT') await saving.promise
    await route.continue()
  })
  await saveOf(page).click()
  // Whoever has left the editor by then is not led back to it.
  await page.getByRole('button', { name: 'All skills' }).click()
  const notes = page.getByRole('article', { name: 'notes' })
  await expect(notes).toContainText('Yours · skills/notes/SKILL.md · offered to agents')
  const saved = page.waitForResponse(response => response.request().method() === 'PUT')
  saving.resolve()
  await saved
  await expect(page).toHaveURL(/\/skills$/)
  await expectAccessible(page)
  await picture(page, 'skills')

  const session = await installation.scripted({ title: 'Release notes' })
  await page.goto(`/sessions/${session.id}`)
  expected.push(/422/)
  await messageOf(page).fill('/skill:nothing')
  await messageOf(page).press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('There are: notes.')
  await messageOf(page).fill('/skill:notes for today')
  await messageOf(page).press('Enter')
  await expect(logOf(page)).toContainText('With the skill notes')
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('tab', { name: 'Request' }).click()
  const parts = page.getByRole('region', { name: 'Contents' })
  await expect(parts).toContainText('Skills')
  await expect(parts).toContainText(/Project file AGENTS.md.*cut from 30,?010 characters/s)
  await picture(page, 'parts')

  await page.goto('/skills')
  await expect(notes).toBeVisible()
  await notes.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('No skills yet.')).toBeVisible()
})
