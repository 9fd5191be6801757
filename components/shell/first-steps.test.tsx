import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, renderPage } from '@/test/page/render-page'
import { FirstSteps } from './first-steps'

const DEMO = { id: 'scripted:demo', title: 'Demo', isReady: true }

function openFirstSteps() {
  answers('GET /api/providers', { items: [], nextCursor: null })
  answers('GET /api/models', { items: [], nextCursor: null })
  const sessions = answers('POST /api/sessions', { id: 'session' })
  const messages = answers('POST /api/sessions/{id}/messages', {})
  return { sessions, messages, ...renderPage(<FirstSteps answering={DEMO} />) }
}

test('the first message names no model: it goes to the one that the server has by now', async () => {
  const { user, sessions, messages, router } = openFirstSteps()
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Good morning{Enter}')
  await waitFor(() => expect(router.push.mock.calls).toEqual([['/sessions/session']]))
  expect(sessions.map(({ body }) => body)).toEqual([{}])
  expect(messages.map(({ body }) => body)).toMatchObject([{ text: 'Good morning' }])
})

test('the sample is denied where it stands, and nothing is stored', async () => {
  const { user, sessions } = openFirstSteps()
  const sample = within(screen.getByRole('region', { name: 'A sample call' }))
  await user.click(sample.getByRole('button', { name: 'Deny' }))
  sample.getByRole('status')
  expect([sample.queryAllByRole('button'), sessions]).toEqual([[], []])
})
