import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSession } from '@/test/factories'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { EmptySession } from './empty-session'

test('what is changed between two attempts is changed in the session that the first one made', async () => {
  const { user, router } = renderPage(<EmptySession defaults={{ model: 'scripted:demo' }} />)
  const made = answers('POST /api/sessions', aSession({ id: 'made' }))
  const changed = answers('PATCH /api/sessions/{id}', aSession({ id: 'made', mode: 'plan' }))
  answers('POST /api/sessions/{id}/messages', refusal(503, 'unavailable'))
  const field = screen.getByRole('textbox', { name: 'Message' })
  await user.type(field, 'List the files{Enter}')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Mode' }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Plan/ }))
  answers('POST /api/sessions/{id}/messages', {})
  await user.type(field, '{Enter}')
  await waitFor(() => expect(router.push).toHaveBeenCalledWith('/sessions/made'))
  expect(new Set(made.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(made.map(({ body }) => body)).toEqual([{}, {}])
  expect(changed.map(({ params, body }) => [params.id, body])).toEqual([['made', { mode: 'plan' }]])
})

test('commands set up a session that is not there yet, and its tasks and the last sessions are at hand', async () => {
  answers('GET /api/sessions', { items: [aSession({ id: 'a', title: 'Release notes' })], nextCursor: null })
  answers('GET /api/workspace/files', { items: [{ path: 'docs/a.md' }], isWhole: true })
  const { user, router, anew } = renderPage(<EmptySession defaults={{ model: 'scripted:demo' }} />)
  const link = await screen.findByRole('link', { name: 'Release notes' })
  expect(link.getAttribute('href')).toBe('/sessions/a')
  await screen.findByRole('button', { name: 'Read docs/a.md' })
  const field = screen.getByRole('textbox', { name: 'Message' })
  for (const command of ['/plan', '/model openai:gpt-x', '/think high'])
    await user.type(field, `${command} {Enter}`)
  const described = ['Mode', 'Model'].map(
    name =>
      document.getElementById(screen.getByRole('button', { name }).getAttribute('aria-describedby') ?? '')
        ?.textContent,
  )
  expect(described).toEqual(['Plan', 'gpt-x · High'])
  const made = answers('POST /api/sessions', aSession({ id: 'set-up' }))
  answers('POST /api/sessions/{id}/messages', {})
  await user.type(field, 'List the files{Enter}')
  await waitFor(() => expect(router.push).toHaveBeenCalledWith('/sessions/set-up'))
  expect(made.map(({ body }) => body)).toEqual([{ mode: 'plan', model: 'openai:gpt-x', thinking: 'high' }])
  anew(<EmptySession key="next" defaults={{ model: 'scripted:demo' }} />)
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', '')
  within(screen.getByRole('button', { name: 'Mode' })).getByText('Ask')
})
