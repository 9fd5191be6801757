import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KEPT_STATES } from '@/test/gallery/kept-states'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { Skills } from './skills'

const SKILLS = (KEPT_STATES.skills?.skills ?? []).map(skill => ({
  ...skill,
  ...(skill.source === 'owner' && { id: skill.name, hash: 'sha256:00' }),
}))

function openSkills(path = '/skills', items = SKILLS) {
  answers('GET /api/skills', { items, nextCursor: null })
  return renderPage(<Skills />, { path })
}

const skillAt = async (n: number) => {
  const articles = await screen.findAllByRole('article')
  return within(articles[n] as HTMLElement)
}

test('a skill says whose it is, where it lies and what is wrong with it, and can be read', async () => {
  const { user } = openSkills()
  const [own, hidden, theirs, broken] = [0, 1, 2, 3].map(skillAt)
  ;(await own)?.getByText(/^Yours ·.*offered to agents/)
  ;(await hidden)?.getByText(/hidden from agents/)
  const warnings = async (skill: typeof own) =>
    (await skill)?.getByRole('list', { name: 'Warnings' }).textContent
  expect(await warnings(theirs)).toMatch(/is used instead/)
  expect(await warnings(broken)).toMatch(/has no description/)
  const article = await skillAt(0)
  await user.click(article.getByText('Read'))
  article.getByText(/^Begin a message with/)
})

test('one’s own is edited and deleted as it was read, and one of the workspace is made one’s own', async () => {
  const { user } = openSkills()
  const buttons = async (n: number) =>
    (await skillAt(n)).queryAllByRole('button').map(button => button.textContent)
  expect(await Promise.all([0, 2, 3].map(buttons))).toEqual([['Edit', 'Delete'], ['Copy to my skills'], []])
  const own = await skillAt(0)
  await user.click(own.getByRole('button', { name: 'Delete' }))
  const gone = answers('DELETE /api/skills/{skillId}', refusal(409, 'stale_revision'))
  await user.click(screen.getByRole('button', { name: 'Delete it' }))
  await screen.findByRole('alert')
  answers('DELETE /api/skills/{skillId}', refusal(404, 'not_found'))
  answers('GET /api/skills', { items: [], nextCursor: null })
  await user.click(screen.getByRole('button', { name: 'Delete it' }))
  await screen.findByText(/^No skills yet/)
  expect(gone.map(({ params, query }) => [params.skillId, query.get('hash')])).toEqual([
    ['release-notes', 'sha256:00'],
  ])
})

test('the editor of a copy begins with the text that it copies, and says what becomes of it', async () => {
  openSkills('/skills?copy=release-notes')
  await screen.findByText(/^Your copy replaces/)
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  preview.getByRole('heading', { name: 'release-notes' })
  expect(screen.getByRole('button', { name: /^Save/ }).getAttribute('aria-disabled')).toBeNull()
})
