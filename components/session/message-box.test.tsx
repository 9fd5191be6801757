import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ViewParts } from '@/lib/domain/session/view'
import { anEntry, aSession, aView } from '@/test/factories'
import { STATES } from '@/test/gallery/states'
import { answers, type PageRequest, refusal, renderPage } from '@/test/page/render-page'
import { SessionSheet } from './session-sheet'

const SEND = 'POST /api/sessions/{id}/messages'

let count = 0

const newSheet = (given: Partial<ViewParts> = {}) => {
  count += 1
  const view = aView({ session: aSession({ id: `box-${count}` }), ...given })
  return <SessionSheet view={view} live="live" announcement="" />
}

const openBox = (given: Partial<ViewParts> = {}) => renderPage(newSheet(given))
const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' })
const keysOf = (requests: PageRequest[]) => requests.map(({ headers }) => headers.get('idempotency-key'))
const sendButton = () => screen.getByRole('button', { name: 'Send' })

test('a message that could not be sent stays, and is sent again under the same key', async () => {
  const { user } = openBox()
  const refused = answers(SEND, refusal(503, 'unavailable'))
  await user.type(field(), 'List the files{Enter}')
  await screen.findByRole('alert')
  expect(field().value).toBe('List the files')
  const sent = answers(SEND, {})
  await user.type(field(), '{Enter}')
  await waitFor(() => expect(field().value).toBe(''))
  expect(keysOf(sent)).toEqual(keysOf(refused))
  await user.type(field(), 'List the files{Enter}')
  await waitFor(() => expect(new Set(keysOf(sent)).size).toBe(2))
  // A dialog that opened from the box has a form of its own.
  await user.type(field(), 'Not yet')
  const inner = document.createElement('form')
  field().form?.append(inner)
  fireEvent.submit(inner)
  await user.type(field(), '!{Enter}')
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.at(-1)?.body).toMatchObject({ text: 'Not yet!' })
})

test('two clicks send once, a word that is being composed keeps its Enter, and what is typed meanwhile stays', async () => {
  const { user } = openBox()
  const { promise, resolve } = Promise.withResolvers<object>()
  const sent = answers(SEND, () => promise)
  await user.type(field(), 'にほん')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
  await user.type(field(), '{Shift>}{Enter}{/Shift}go')
  await user.dblClick(sendButton())
  await user.type(field(), ' Second.')
  resolve({})
  await waitFor(() => expect(field().value).toBe(' Second.'))
  expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ text: 'にほん\ngo' })])
})

test('the arrow up brings the last message back, the queued one first, and takes nothing that is written', async () => {
  const transcript = [anEntry({ kind: 'user', text: 'Said.' }), anEntry({ id: 'b', seq: 2 })]
  const item = { id: 'item', runId: 'run', mode: 'steer' as const, text: 'Queued.', createdAt: '2026-03-01' }
  for (const [given, recalled] of [
    [{}, ''],
    [{ transcript }, 'Said.'],
    [{ transcript, queue: [item] }, 'Queued.'],
    [{ queue: [{ ...item, text: '/stop now' }] }, '//stop now'],
  ] as const) {
    const { user, unmount } = openBox(given as Partial<ViewParts>)
    await user.type(field(), '{ArrowUp}')
    expect(field().value).toBe(recalled)
    await user.type(field(), '!{ArrowUp}')
    expect(field().value).toBe(`${recalled}!`)
    unmount()
  }
})

test('while calls wait the empty box counts them and stands aside, and its one button stops; what is written can be sent', async () => {
  const view = STATES['many-waiting']?.().view
  const { user } = openBox({ ...view, session: aSession({ id: 'waited-for' }) })
  const isAside = () => field().form?.dataset.aside
  expect([field().placeholder, field().dir, isAside()]).toEqual([
    expect.stringContaining('3'),
    'auto',
    'true',
  ])
  const stop = await screen.findByRole('button', { name: 'Stop' })
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  const stops = answers('POST /api/sessions/{id}/stop', {})
  fireEvent.click(stop, { detail: 2 })
  await user.type(field(), 'Wait')
  expect([isAside(), sendButton().ariaDisabled]).toEqual(['false', null])
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(stops).toHaveLength(1))
})

const fileOf = (name: string, { type = 'text/plain', size = 1 } = {}): File =>
  new File(['x'.repeat(size)], name, { type })
const drop = (...files: File[]): boolean =>
  fireEvent.drop(field(), { dataTransfer: { files, types: ['Files'] } })
const paste = (text: string, ...files: File[]): boolean =>
  fireEvent.paste(field(), { clipboardData: { getData: () => text, files } })
const draftNames = (): string[] =>
  screen
    .queryAllByRole('button', { name: /^Remove / })
    .map(button => button.getAttribute('aria-label')?.replace(/^Remove /, '') ?? '')
const expectDrafts = (names: string[]): Promise<void> => waitFor(() => expect(draftNames()).toEqual(names))

test('files that are pasted and dropped at once are all attached as they came, and go with the message', async () => {
  const { user } = openBox()
  await user.type(field(), 'Typed before')
  paste('', fileOf('first.txt'))
  paste('', fileOf('second.txt'))
  drop(fileOf('third.md', { type: '' }), fileOf('fourth.txt'))
  await expectDrafts(['first.txt', 'second.txt', 'third.md', 'fourth.txt'])
  await user.click(screen.getByRole('button', { name: 'Remove second.txt' }))
  const sent = answers(SEND, {})
  await user.click(sendButton())
  await expectDrafts([])
  const [{ body } = {}] = sent as { body?: { attachments: { name: string }[] } }[]
  expect(body?.attachments.map(({ name }) => name)).toEqual(['first.txt', 'third.md', 'fourth.txt'])
})

test('what cannot be attached is named, and the other files stay', async () => {
  const { user } = openBox()
  drop(fileOf('small.txt'), fileOf('large.bin', { type: '', size: 3_000_001 }))
  await expectDrafts(['small.txt'])
  expect(screen.getByRole('alert').textContent).toContain('large.bin')
  drop(fileOf('holiday.heic', { type: 'image/heic' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('holiday.heic'))
  drop(...Array.from({ length: 200 }, (_, n) => fileOf(`${n}.txt`)))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/9\.txt.*13\.txt and 186 more/))
  expect(draftNames()).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'Remove 3.txt' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('files stay when they could not be sent, and while another session is looked at', async () => {
  const first = newSheet()
  const { user, anew } = renderPage(first)
  answers(SEND, refusal(422, 'invalid_request'))
  drop(fileOf('notes.txt'))
  await expectDrafts(['notes.txt'])
  await user.type(field(), 'Read this{Enter}')
  await screen.findByRole('alert')
  expect(draftNames()).toEqual(['notes.txt'])
  anew(newSheet())
  expect(draftNames()).toEqual([])
  anew(first)
  await expectDrafts(['notes.txt'])
})

test('on a touch screen Enter breaks the line, and the button sends', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    media => ({ matches: media === '(hover: none)' }) as MediaQueryList,
  )
  const { user } = openBox()
  const sent = answers(SEND, {})
  await user.type(field(), 'one{Enter}two')
  expect(field().value).toBe('one\ntwo')
  await user.click(sendButton())
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ text: 'one\ntwo' })]),
  )
  vi.restoreAllMocks()
})
