import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { GalleryStage } from '@/app/gallery/gallery-stage'
import type { Entry } from '@/lib/domain/session/entry'
import { anEntry, aSession, aView } from '@/test/factories'
import { answers, refusal, renderPage } from '@/test/page/render-page'

const FORK = 'POST /api/sessions/{id}/fork'
const SEND = 'POST /api/sessions/{id}/messages'

const said = (seq: number, kind: Entry['kind'], text: string): Entry =>
  anEntry({ id: `said-${seq}`, seq, kind, text })

const TALK = [
  said(3, 'user', 'First.'),
  said(6, 'assistant', 'One\u200b line.\n\nAnother line.'),
  said(9, 'user', 'Second.'),
  said(12, 'assistant', 'Two.'),
]

let count = 0

function openTalk(transcript = TALK) {
  count += 1
  const id = `talk-${count}`
  const own = transcript.map(entry => ({ ...entry, id: `${entry.id}-${count}` }))
  const stage = <GalleryStage view={aView({ session: aSession({ id }), transcript: own })} />
  const page = renderPage(stage)
  const forks = answers(FORK, aSession({ id: 'fork' }))
  const sent = answers(SEND, {})
  const nth = (n: number): HTMLElement => {
    const article = screen.getAllByRole('article')[n]
    if (!article) throw new Error('There is no such entry.')
    return article
  }
  /** Presses a verb of the nth entry. */
  const act = async (n: number, name: string): Promise<void> => {
    await page.user.hover(nth(n))
    await page.user.click(await within(nth(n)).findByRole('button', { name }))
  }
  return { ...page, id, nth, act, forks, sent, stage }
}

const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' })

test('a fork ends before the message that is said otherwise or anew, and behind the entry that it branches from', async () => {
  const callHistory: [string, (talk: ReturnType<typeof openTalk>) => Promise<void>, number, string[]][] = [
    ['branch', ({ act }) => act(1, 'Branch'), 6, []],
    ['regenerate', ({ act }) => act(3, 'Regenerate'), 8, ['Second.']],
    [
      'edit',
      async ({ act, user }) => {
        await act(0, 'Edit and send again')
        await user.clear(await editor())
        await user.type(await editor(), 'Other.{Enter}')
      },
      2,
      ['Other.'],
    ],
  ]
  const results: unknown[] = []
  for (const [name, deed] of callHistory) {
    const talk = openTalk()
    answers('GET /api/sessions/{id}/transcript', { items: TALK, nextCursor: null, laterCursor: null })
    await deed(talk)
    await waitFor(() => expect(talk.router.push).toHaveBeenCalledWith('/sessions/fork'))
    const { forks, sent, unmount } = talk
    const texts = (sent as { body: unknown }[]).map(({ body }) => (body as { text: string }).text)
    results.push([name, forks.map(({ body }) => body), texts])
    unmount()
  }
  expect(results).toEqual(callHistory.map(([name, , seq, texts]) => [name, [{ seq }], texts]))
})

test('what is written in the place of a message outlasts a refusal and the page, and is said once, in one fork', async () => {
  const { act, user, forks, unmount, stage } = openTalk()
  const refused = answers(SEND, refusal(503, 'unavailable'))
  await act(0, 'Edit and send again')
  await user.type(await editor(), ' Please.{Enter}')
  await screen.findByRole('alert')
  expect((await editor()).value).toBe('First. Please.')
  const sent = answers(SEND, {})
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit message' })).toBeNull())
  const keysOf = (requests: typeof sent) => requests.map(({ headers }) => headers.get('idempotency-key'))
  expect([forks.length, keysOf(sent)]).toEqual([1, keysOf(refused)])
  await act(0, 'Edit and send again')
  await user.type(await editor(), ' Or not.')
  unmount()
  const again = renderPage(stage)
  expect((await editor()).value).toBe('First. Or not.')
  await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('textbox', { name: 'Edit message' })).toBeNull()
})

test('pictures of a message go with it again; what cannot is said before, and stops a repeat', async () => {
  const stored = { hash: 'sha256:1', bytes: 4 }
  const attachments = [
    { name: 'sky.png', mediaType: 'image/png', width: 60, height: 40, ...stored },
    { name: 'notes.txt', mediaType: 'text/plain', ...stored },
  ]
  const talk = [{ ...said(3, 'user', 'Look.'), attachments }, said(6, 'assistant', 'I see.')]
  const { act, user, nth, forks, sent } = openTalk(talk)
  answers('GET /api/sessions/{id}/transcript', { items: talk, nextCursor: null, laterCursor: null })
  answers('GET /api/sessions/{id}/contents/{hash}', new Response('blue'))
  await act(1, 'Regenerate')
  expect((await within(nth(1)).findByRole('alert')).textContent).toContain('notes.txt')
  expect(forks).toEqual([])
  await act(0, 'Edit and send again')
  await editor()
  expect(within(nth(0)).getByText(/notes\.txt\./).textContent).not.toContain('sky.png')
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    text: 'Look.',
    attachments: [expect.objectContaining({ name: 'sky.png', mediaType: 'image/png' })],
  })
})

test('an entry and its address are copied; where the browser refuses, the address can be copied by hand', async () => {
  const { act, id, nth } = openTalk()
  const copied = () => navigator.clipboard.readText()
  await act(1, 'Copy')
  await waitFor(async () => expect(await copied()).toBe(TALK[1]?.text))
  await act(1, 'Link')
  const address = `/sessions/${id}#seq-6`
  await waitFor(async () => expect(await copied()).toContain(address))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await act(3, 'Link')
  const alert = await within(nth(3)).findByRole('alert')
  expect(alert.textContent).toContain(`/sessions/${id}#seq-12`)
})
