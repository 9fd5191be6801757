import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Session } from '@/lib/domain/session/session'
import { anEntry, aSession, at, aView } from '@/test/factories'
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
