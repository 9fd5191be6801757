import { expect } from 'playwright/test'
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
    'Begin a message with /skill:notes to use it. To change it, edit the file.',
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
