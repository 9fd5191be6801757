import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

const skill = (name: string, description: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`

test('skills are shown with whose they are, where they lie and what is wrong, and are used by a message', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/422/)
  await page.goto('/')
  await page.getByRole('link', { name: 'Skills', exact: true }).click()
  await expect(page).toHaveTitle('Skills · Countersign')
  await expect(page.getByText('No skills yet.')).toBeVisible()
  await expectAccessible(page)
  await installation.write(
    '.countersign/skills/notes/SKILL.md',
    skill('notes', 'How release notes are written', 'Write **three** lines.'),
  )
  await installation.write('.countersign/skills/broken/SKILL.md', 'No head at all')
  await installation.write('AGENTS.md', `Use tabs. ${'x'.repeat(30_000)}`)
  await page.reload()
  const notes = page.getByRole('article', { name: 'notes' })
  await expect(notes).toContainText(
    'Found in the workspace · .countersign/skills/notes/SKILL.md · offered to agents',
  )
  await notes.getByText('Read', { exact: true }).click()
  await expect(notes.getByText('Write three lines.')).toBeVisible()
  await notes.getByRole('tab', { name: 'Source' }).click()
  await expect(notes.getByRole('tabpanel', { name: 'Source' })).toContainText('Write **three** lines.')
  await expect(notes).toContainText(
    'Begin a message with /skill:notes to use it. It belongs to the workspace: change the file there',
  )
  await expect(page.getByRole('article', { name: 'broken' })).toContainText(
    'It does not begin with a line ---',
  )
  await expectAccessible(page)
  await picture(page, 'skills')
  const session = await installation.scripted({ title: 'Release notes' })
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).fill('/skill:nothing')
  await messageOf(page).press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'There is no skill named nothing. There are: notes.',
  )
  await messageOf(page).fill('/skill:notes for today')
  await messageOf(page).press('Enter')
  await expect(logOf(page)).toContainText('With the skill notes, of the workspace')
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  await page.getByRole('button', { name: 'Inspector' }).click()
  await page.getByRole('tab', { name: 'Request' }).click()
  const parts = page.getByRole('region', { name: 'Contents' })
  await expect(parts).toContainText('Skills')
  await expect(parts).toContainText('Project file AGENTS.md')
  await expect(parts).toContainText(/cut from 30,?010 characters/)
  await picture(page, 'parts')
})

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'SKILL.md' })
const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview' })
const saveOf = (page: Page) => page.getByRole('button', { name: 'Save' })

test('a skill is written with its preview beside it, saved by keys, kept over a reload, and deleted', async ({
  page,
  installation,
  anotherTab,
  expected,
}) => {
  expected.push(/409/)
  await page.goto('/skills')
  await page.getByRole('button', { name: 'New skill' }).click()
  await expect(previewOf(page).getByRole('heading', { name: 'my-skill' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'new')
  await editorOf(page).fill('---\nname: notes\nHow notes are written\n---\n\nWrite **three** lines.\n')
  await expect(page.getByText('Line 3 of its head is not “key: value”')).toBeVisible()
  await expect(saveOf(page)).toHaveAttribute('aria-disabled', 'true')
  await picture(page, 'fault')
  await editorOf(page).fill(skill('notes', 'How notes are written', 'Write **three** lines.'))
  await expect(previewOf(page).locator('strong')).toHaveText('three')
  await page.reload()
  await expect(previewOf(page).locator('strong')).toHaveText('three')
  await editorOf(page).press('Control+s')
  await expect(page.getByRole('heading', { name: 'Edit notes' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Saved. The next run reads it.')
  await expect(page).toHaveURL(/\/skills\?edit=notes$/)

  const other = await anotherTab()
  await other.goto('/skills')
  await other.getByRole('article', { name: 'notes' }).getByRole('button', { name: 'Edit' }).click()
  await editorOf(other).fill(skill('notes', 'How notes are written', 'Write **four** lines.'))
  await saveOf(other).click()
  await expect(other.getByRole('status')).toHaveText('Saved. The next run reads it.')

  await editorOf(page).fill(skill('notes', 'How notes are written', 'Write **five** lines.'))
  await editorOf(page).press('Control+s')
  await expect(page.getByText('Somebody else has changed this skill')).toBeVisible()
  await page.getByText('Show the text as it is now').click()
  await expect(page.getByText('Write **four** lines.')).toBeVisible()
  await picture(page, 'stale')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await expect(previewOf(page).locator('strong')).toHaveText('five')
  await saveOf(page).click()
  await expect(page.getByRole('status')).toHaveText('Saved. The next run reads it.')
  await picture(page, 'editor')

  await page.getByRole('button', { name: 'All skills' }).click()
  const notes = page.getByRole('article', { name: 'notes' })
  await expect(notes).toContainText('Yours · skills/notes/SKILL.md · offered to agents')
  await notes.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('No skills yet.')).toBeVisible()

  await installation.write('.countersign/skills/fox/SKILL.md', skill('fox', 'A fox', 'Of the workspace.'))
  await page.reload()
  await page.getByRole('button', { name: 'Make it yours' }).click()
  await expect(page.getByText('Read it before you save it.')).toBeVisible()
  const leaving = Promise.withResolvers<void>()
  await page.route('**/api/skills', async route => {
    if (route.request().method() === 'POST') await leaving.promise
    await route.continue()
  })
  await saveOf(page).click()
  await page.getByRole('button', { name: 'All skills' }).click()
  await expect(page).toHaveURL(/\/skills$/)
  leaving.resolve()
  await expect(page.getByRole('article', { name: 'fox' }).first()).toContainText('Yours')
  await expect(page.getByRole('article', { name: 'fox' }).last()).toContainText('is used instead')
})
