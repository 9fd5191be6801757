import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nWrite three lines.\n`

test('a slash offers skills and commands, and none of the keys that choose one sends the message', async ({
  page,
  installation,
}) => {
  await installation.write('.countersign/skills/notes/SKILL.md', skill('notes', 'How notes are written'))
  await installation.write('.countersign/skills/news/SKILL.md', skill('news', 'How news is written'))
  const session = await installation.scripted({ title: 'Commands' })
  await page.goto(`/sessions/${session.id}`)
  const message = messageOf(page)
  const list = page.getByRole('listbox', { name: 'Commands' })
  const chosen = list.getByRole('option', { selected: true })
  await message.pressSequentially('/')
  await expect(list.getByRole('option')).toHaveText([
    /^\/compact Summarise/,
    '/skill:news How news is written',
    '/skill:notes How notes are written',
  ])
  await expect(chosen).toContainText('/compact')
  await expect(message).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
  await expectAccessible(page)
  await picture(page, 'commands')
  await message.press('ArrowUp')
  await expect(chosen).toContainText('/skill:notes')
  await message.press('ArrowDown')
  await message.press('ArrowDown')
  await expect(chosen).toContainText('/skill:news')
  await message.press('Enter')
  await expect(message).toHaveValue('/skill:news ')
  await expect(message).toBeFocused()
  await expect(list).toBeHidden()
  await expect(message).not.toHaveAttribute('aria-activedescendant')
  await message.fill('/co')
  await expect(chosen).toContainText('/compact')
  await message.press('Tab')
  await expect(message).toHaveValue('/compact')
  await expect(message).toBeFocused()
  await message.fill('/sk')
  await expect(chosen).toBeVisible()
  await message.press('Escape')
  await expect(list).toBeHidden()
  await expect(message).toHaveValue('/sk')
  await message.fill('')
  await message.pressSequentially('/no')
  await list.getByRole('option', { name: /notes/ }).click()
  await expect(message).toHaveValue('/skill:notes ')
  await expect(message).toBeFocused()
  await expect(logOf(page).getByRole('article')).toHaveCount(0)
  await message.pressSequentially('for today')
  await message.press('Enter')
  await expect(logOf(page)).toContainText('With the skill notes, of the workspace')
})

test('a word that is being composed keeps its keys, and a list goes with the focus', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Composed' })
  await page.goto(`/sessions/${session.id}`)
  const message = messageOf(page)
  const list = page.getByRole('listbox', { name: 'Commands' })
  await message.pressSequentially('/')
  await expect(list).toBeVisible()
  await message.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  await message.dispatchEvent('keydown', { key: 'Escape', keyCode: 229, isComposing: true })
  await expect(list).toBeVisible()
  await expect(message).toHaveValue('/')
  await page.getByRole('button', { name: 'Inspector' }).focus()
  await expect(list).toBeHidden()
  await message.focus()
  await expect(list).toBeVisible()
  await message.press('Shift+Enter')
  await expect(message).toHaveValue('/\n')
  await expect(list).toBeHidden()
})
