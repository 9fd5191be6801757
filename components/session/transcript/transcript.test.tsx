import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { GalleryStage } from '@/app/gallery/gallery-stage'
import { TRANSCRIPT_TAIL } from '@/lib/domain/session/view'
import { anEntry, aRun, aSession, at, aView, settledCall } from '@/test/factories'
import { entry, resultEntry } from '@/test/gallery/made-up'
import { STATES } from '@/test/gallery/states'
import { answers, refusal, renderPage } from '@/test/page/render-page'

const DAY_S = 86_400

function openState(name: string) {
  const state = STATES[name]
  if (!state) throw new Error(`The gallery has no ${name}.`)
  return renderPage(<GalleryStage {...state()} />)
}

const entries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) =>
    anEntry({ id: `entry-${from + n}`, seq: from + n, runId: 'run', text: `Part ${from + n}.` }),
  )

test('earlier messages that cannot be read are asked for again when somebody says so; paper says that they are missing', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  answers('GET /api/sessions/{id}/transcript', refusal(422, 'invalid_request'))
  const transcript = entries(11, 11 + TRANSCRIPT_TAIL)
  const view = aView({ session: aSession({ id: 'long' }), transcript })
  const { user } = renderPage(<GalleryStage view={view} />)
  const alert = await screen.findByRole('alert')
  const onPaper = /not printed/
  screen.getByText(onPaper)
  const asked = answers('GET /api/sessions/{id}/transcript', {
    items: entries(1, 11),
    nextCursor: null,
    laterCursor: null,
  })
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Part 1.')
  expect(asked.map(({ query }) => query.get('before'))).toEqual(['11'])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(onPaper)).toBeNull()
})

test('days stand apart', async () => {
  const said = (seconds: number, id: string) => anEntry({ id, seq: seconds + 1, at: at(seconds) })
  const view = aView({ transcript: [said(0, 'a'), said(60, 'b'), said(2 * DAY_S, 'c')] })
  renderPage(<GalleryStage view={view} />)
  await waitFor(() => expect(screen.getAllByText(/^Tuesday,? 3 March/)).toHaveLength(1))
})

test.each([
  ['stopped-by-you', 'Continue'],
  ['out-of-limit', 'Continue'],
  ['run-failed', 'Try again'],
])('a run that ended as in “%s” goes on once when somebody says so', async (state, name) => {
  const { user } = openState(state)
  const asked = answers('POST /api/runs/{id}/continue', aRun())
  const notice = await screen.findByRole('article', { name: 'Notice' })
  const button = within(notice).getByRole('button', { name })
  await user.click(button)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  await user.click(button)
  expect(asked.map(({ params }) => params.id)).toEqual(['run'])
})

test('a call is seen while it is written, with what hides in it, and there is nothing to decide yet', async () => {
  const text = '{"path":"notes.md","content":"first\u202eline'
  const { view } = STATES['writing-a-call']?.() ?? openNothing()
  renderPage(<GalleryStage view={view} draft={{ calls: { c: { tool: 'write_file', text } } }} />)
  const visible = text.replace('\u202e', '⟦U+202E⟧')
  await waitFor(() => expect(screen.getByRole('log').textContent).toContain(visible))
  expect(screen.queryByRole('group', { name: 'write_file' })).toBeNull()
})

function openNothing(): never {
  throw new Error('The gallery has no such state.')
}

test.each([
  ['denied-by-you', 'Not run'],
  ['denied-by-rule', 'Nothing below secrets/'],
  ['tool-failed', 'Failed'],
])('the line of a call as in “%s” says how it ended', (state, words) => {
  openState(state)
  expect(screen.getByRole('article', { name: 'Call of write_file' }).textContent).toContain(words)
})

test('of a call that nobody was asked about the line says why it failed, without the list for the model', () => {
  const text = 'Invalid arguments for open_file:\n- /path: Add it.'
  const result = { kind: 'error' as const, text, isError: true }
  const failed = resultEntry(settledCall({ tool: 'open_file', result }))
  renderPage(<GalleryStage view={aView({ transcript: [failed] })} />)
  const line = screen.getByRole('article', { name: 'Call of open_file' })
  expect(line.textContent).toMatch(/Invalid arguments for open_file(?!:)/)
})

test('a reply without a word makes no bubble', () => {
  const transcript = [
    entry('assistant', ''),
    entry('correction', 'Denied write_file: Put it below docs/.', { id: 'correction' }),
  ]
  renderPage(<GalleryStage view={aView({ transcript })} />)
  const [only, ...others] = screen.getAllByRole('article')
  expect(others).toEqual([])
  expect(only?.textContent).toContain('Put it below docs/.')
})

test('a read that is open stays so as others come and all of them fold into one line; a link opens that at its read', async () => {
  const transcript = [1, 2, 3].map(seq => {
    const call = settledCall({ id: `read-${seq}`, tool: 'read_file', readOnly: true })
    answers('GET /api/calls/{id}', call)
    return { ...resultEntry(call), id: `entry-${seq}`, seq }
  })
  const stage = (count: number) => <GalleryStage view={aView({ transcript: transcript.slice(0, count) })} />
  const { user, anew } = renderPage(stage(2))
  const reads = () => screen.queryAllByRole('article', { name: 'Call of read_file' })
  const [first] = reads()
  await user.click(first?.querySelector('summary') ?? document.body)
  await within(first ?? document.body).findByRole('region', { name: 'Result' })
  anew(stage(3))
  const line = screen.getByRole('button', { name: /Read 3 files/, expanded: true })
  expect(reads()[0]).toBe(first)
  await user.click(line)
  expect(reads()).toEqual([])
  location.hash = '#seq-2'
  await waitFor(() => expect(document.activeElement).toBe(reads()[1]?.parentElement))
})
