import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { COMMANDS } from '@/lib/domain/session/commands'
import { aSession, aView } from '@/test/factories'
import { KEPT_STATES } from '@/test/gallery/kept-states'
import { answers, type PageRequest, refusal, renderPage } from '@/test/page/render-page'
import { SessionSheet } from './session-sheet'

let count = 0

function openBox(): { user: UserEvent; field: HTMLTextAreaElement } {
  count += 1
  answers('GET /api/skills', { items: KEPT_STATES.skills?.skills, nextCursor: null })
  answers('GET /api/mcp-servers', { items: KEPT_STATES.servers?.servers, nextCursor: null })
  const view = aView({ session: aSession({ id: `commands-${count}` }) })
  const { user } = renderPage(<SessionSheet view={view} live="live" announcement="" />)
  return { user, field: screen.getByRole('textbox', { name: 'Message' }) }
}

const optionsOf = async (name: string): Promise<string[]> => {
  const list = await screen.findByRole('listbox', { name })
  return [...list.querySelectorAll('[role=option]')].map(option => option.textContent?.split(' ')[0] ?? '')
}
const selection = (): string | undefined =>
  screen.getByRole('option', { selected: true }).textContent?.split(' ')[0]

test('a slash offers commands, skills and prompts, and no key that chooses one sends the message', async () => {
  const { user, field } = openBox()
  await user.type(field, '/')
  const all = [
    ...COMMANDS.map(({ name }) => `/${name}`),
    ...['/skill:release-notes', '/skill:secret', '/notes:weekly'],
  ]
  await waitFor(async () => expect(await optionsOf('Commands')).toEqual(all))
  expect(field.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).getAttribute('id'),
  )
  await user.keyboard('{ArrowUp}')
  expect(selection()).toBe('/notes:weekly')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(selection()).toBe('/skill:release-notes')
  await user.keyboard('{Enter}')
  expect(field.value).toBe('/skill:release-notes ')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field.hasAttribute('aria-activedescendant')).toBe(false)
  await user.clear(field)
  await user.type(field, '/co{Tab}')
  expect([field.value, document.activeElement]).toEqual(['/compact ', field])
  await user.clear(field)
  await user.type(field, '/se')
  await user.click(await screen.findByRole('option'))
  expect(field.value).toBe('/skill:secret ')
})

test('a list goes with Escape and the focus, and leaves a word that is being composed its keys', async () => {
  const { user, field } = openBox()
  await user.type(field, '/sk')
  await screen.findByRole('listbox')
  for (const key of ['Enter', 'Escape']) fireEvent.keyDown(field, { key, keyCode: 229, isComposing: true })
  expect([field.value, await optionsOf('Commands')]).toEqual(['/sk', expect.arrayContaining([selection()])])
  fireEvent.blur(field)
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  fireEvent.focus(field)
  await screen.findByRole('listbox')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(field.value).toBe('/sk\n')
})

test('a file is named by its path, in quotes where that has spaces, and a mail address names none', async () => {
  const { user, field } = openBox()
  const paths = ['notes.md', 'plans/notes of may.md', 'plans/other.txt']
  answers('GET /api/workspace/files', ({ query }: PageRequest) => ({
    items: paths.filter(path => path.includes(query.get('q') ?? '')).map(path => ({ path, kind: 'file' })),
    truncated: false,
  }))
  await user.type(field, 'Read @not')
  await waitFor(async () => expect(await optionsOf('Files')).toEqual(['notes.md', 'plans/notes']))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field.value).toBe('Read @"plans/notes of may.md" ')
  await user.keyboard('and @oth')
  await waitFor(async () => expect(await optionsOf('Files')).toEqual(['plans/other.txt']))
  await user.keyboard('{Tab}')
  expect(field.value).toBe('Read @"plans/notes of may.md" and @plans/other.txt ')
  await user.clear(field)
  await user.type(field, 'me@example.org')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a prompt that cannot be fetched says so and can be fetched again, and what was typed meanwhile stays', async () => {
  const { user, field } = openBox()
  answers('POST /api/mcp-servers/{id}/prompts', refusal(503, 'unavailable'))
  await user.type(field, '/notes:weekly')
  await screen.findByRole('option')
  await user.keyboard('{Enter}')
  await screen.findByRole('alert')
  expect(field.value).toBe('/notes:weekly')
  const asked = answers('POST /api/mcp-servers/{id}/prompts', {
    text: 'The week.',
    attachments: [],
    omissions: [],
  })
  await user.clear(field)
  await user.type(field, 'Typed meanwhile')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(field.value).toBe('Typed meanwhile\n\nThe week.'))
  expect(asked[0]?.body).toEqual({ name: 'weekly', arguments: {} })
  expect(document.activeElement).toBe(field)
})

test('what is no command is kept, and can be sent as a text', async () => {
  const { user, field } = openBox()
  const codedText = { code: 'fault.noCommand', params: { word: 'etc/hosts', names: '/help' } }
  answers('POST /api/sessions/{id}/messages', refusal(422, 'invalid_request', { codedText }))
  await user.type(field, '/etc/hosts is odd{Enter}')
  await screen.findByRole('alert')
  expect(field.value).toBe('/etc/hosts is odd')
  const accepted = { runId: 'run', messageId: 'message', acceptedAt: '2026-03-01T00:00:00.000Z' }
  const sent = answers('POST /api/sessions/{id}/messages', accepted)
  await user.click(screen.getByRole('button', { name: 'Send as text' }))
  await waitFor(() => expect(field.value).toBe(''))
  expect(sent[0]?.body).toMatchObject({ text: '//etc/hosts is odd' })
})
