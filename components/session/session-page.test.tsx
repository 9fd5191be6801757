import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Session } from '@/lib/domain/session/session'
import { anEntry, aRun, aSession, at, aView } from '@/test/factories'
import { FakeEventSource } from '@/test/page/fake-event-source'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { PageStatus } from './page-status'
import { SessionPage } from './session-page'

function openPage(id: string, given: Partial<Session> = {}) {
  const view = aView({ session: aSession({ id, ...given }) })
  answers('GET /api/sessions/{id}', view)
  const page = renderPage(<SessionPage initialView={view} />)
  return { ...page, view }
}

test('a page that is never painted hears what is said all the same', async () => {
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
  openPage('unpainted')
  const source = await waitFor(() => {
    expect(FakeEventSource.last?.url).toContain('unpainted')
    return FakeEventSource.last
  })
  act(() => source?.onopen?.())
  const entry = anEntry({ id: 'heard', text: 'Heard.' })
  source?.sends('message.added', { sessionId: 'unpainted', seq: 1, at: at(1), entry })
  await screen.findByText('Heard.')
  expect(frames).toHaveBeenCalled()
  frames.mockRestore()
})

test('what was being written goes with its message, also where the view had that before its event', async () => {
  const run = aRun({ status: 'running' })
  const entry = anEntry({ id: 'said', runId: run.id, text: 'It is there.' })
  const view = aView({ session: aSession({ id: 'twice' }), activeRun: run, transcript: [entry], seq: 2 })
  answers('GET /api/sessions/{id}', view)
  renderPage(<SessionPage initialView={view} />)
  const source = await waitFor(() => {
    expect(FakeEventSource.last?.url).toContain('twice')
    return FakeEventSource.last
  })
  act(() => source?.onopen?.())
  const delta = { sessionId: 'twice', runId: run.id, number: 1, attempt: 1, offset: 0, text: 'It is there.' }
  source?.sends('text.delta', delta)
  await waitFor(() => expect(screen.getAllByText('It is there.')).toHaveLength(2))
  const event = { sessionId: 'twice', at: at(1) }
  source?.sends('request.ended', { ...event, seq: 1, runId: run.id, number: 1, attempt: 1 })
  source?.sends('message.added', { ...event, seq: 2, entry })
  await waitFor(() => expect(screen.getAllByText('It is there.')).toHaveLength(1))
})

test('that mode Full has ended is announced', async () => {
  const { view } = openPage('full', { mode: 'full', modeExpiresAt: at(1) })
  const source = await waitFor(() => {
    expect(FakeEventSource.last?.url).toContain('full')
    return FakeEventSource.last
  })
  act(() => source?.onopen?.())
  const session = { ...view.session, mode: 'ask', modeExpiresAt: undefined }
  source?.sends('session.changed', { sessionId: 'full', seq: 1, at: at(1), session })
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Mode Full has ended'))
})

test('a setting that the server refuses is shown as it was, and why', async () => {
  const { user } = openPage('refused')
  const changes = answers('PATCH /api/sessions/{id}', refusal(409, 'session_busy', { detail: 'It runs.' }))
  const chip = screen.getByRole('button', { name: 'Mode' })
  await user.click(chip)
  await user.click(await screen.findByRole('menuitemradio', { name: /^Plan/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('It runs.')
  within(chip).getByText('Ask')
  expect(changes.map(({ body }) => body)).toEqual([{ mode: 'plan' }])
})

test('a connection that was lost is said, and for a moment that it is back', async () => {
  vi.useFakeTimers()
  const said = () => screen.getByRole('status').textContent?.trim()
  const { anew } = renderPage(<PageStatus live="live" announcement="" />)
  expect(said()).toBe('')
  anew(<PageStatus live="reconnecting" announcement="" />)
  const lost = said()
  anew(<PageStatus live="live" announcement="" />)
  const back = said()
  expect([lost, back, lost === back]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./), false])
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(said()).toBe('')
  vi.useRealTimers()
})

test('a browser without a network says at once that it is offline', async () => {
  openPage('offline')
  await waitFor(() => expect(FakeEventSource.last?.url).toContain('offline'))
  act(() => FakeEventSource.last?.onopen?.())
  const said = () => screen.getByRole('status').textContent?.trim()
  expect(said()).toBe('')
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(said()).not.toBe('')
})
