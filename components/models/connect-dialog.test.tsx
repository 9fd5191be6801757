import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { SessionSheet } from '@/components/session/session-sheet'
import type { ProviderItem } from '@/lib/domain/contract/provider-operations'
import { aSession, aView } from '@/test/factories'
import { answers, renderPage } from '@/test/page/render-page'
import { ConnectButton, DemoOffer } from './connect-button'
import { LocalServers } from './local-servers'

const MODELS = ['gpt-wire', 'gpt-other'].map(title => ({ id: `compatible:${title}`, title }))
const KEY = 'sk-wire-0123456789'
const ADDRESS = 'http://127.0.0.1:9/v1'

const provider = (given: Partial<ProviderItem>): ProviderItem => ({
  id: 'compatible',
  title: 'Compatible',
  needsKey: false,
  keySource: null,
  usualUrl: null,
  baseUrl: null,
  baseUrlSource: null,
  usable: false,
  variables: { key: 'KEY', baseUrl: 'URL' },
  ...given,
})

const PROVIDERS = [
  provider({ id: 'openai', title: 'OpenAI', needsKey: true, usualUrl: 'https://o' }),
  provider({}),
]

/** A server on which models can be connected, and what is stored there. `usual`: what answers new sessions afterwards. */
function connectable(usual = 'compatible:gpt-wire') {
  const stored: unknown[] = []
  const store = (name: string) => (request: { params: object; body: unknown }) => {
    stored.push([name, request.body])
    return {}
  }
  answers('GET /api/providers', { items: PROVIDERS, nextCursor: null })
  answers('GET /api/models', { items: [{ id: usual, isDefault: true }], nextCursor: null })
  answers('GET /api/settings', {})
  answers('PUT /api/providers/{provider}/key', store('key'))
  answers('PATCH /api/settings', store('settings'))
  answers('PATCH /api/sessions/{id}', store('session'))
  const tests = answers('POST /api/providers/{provider}/test', { ok: true, models: MODELS })
  return { stored, tests }
}

/** The dialog, with another server and its key written into it. */
async function openDialog(content = <ConnectButton />, openers = [['button', 'Connect a model']]) {
  const page = renderPage(content)
  const { user } = page
  for (const [role = '', name = ''] of openers) await user.click(await screen.findByRole(role, { name }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect a model' }))
  await user.click(await dialog.findByRole('radio', { name: /^OpenAI-compatible server/ }))
  await user.type(dialog.getByLabelText('Address'), ADDRESS)
  await user.type(dialog.getByLabelText('Key'), KEY)
  const press = (name: string) => user.click(dialog.getByRole('button', { name }))
  return { ...page, dialog, press }
}

test('a key that is refused is told in the provider’s words, stays where it was typed, and is not stored', async () => {
  const { stored } = connectable()
  answers('POST /api/providers/{provider}/test', { ok: false, error: 'No such key.' })
  const { user, dialog, press } = await openDialog()
  await user.type(dialog.getByLabelText('Key'), '{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('No such key. Nothing was stored.')
  expect(dialog.getByLabelText('Key')).toHaveProperty('value', KEY)
  expect(dialog.getByRole('button', { name: 'Use this model' }).getAttribute('aria-disabled')).toBe('true')
  await press('Cancel')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect a model' }))
  await user.click(screen.getByRole('button', { name: 'Connect a model' }))
  await user.click(await screen.findByRole('radio', { name: /^OpenAI-compatible server/ }))
  expect(screen.getByLabelText('Key')).toHaveProperty('value', '')
  expect(stored).toEqual([])
})

test('what was typed and chosen stays where the connection is lost, and a second click does nothing more', async () => {
  const { stored } = connectable('compatible:gpt-other')
  answers('POST /api/providers/{provider}/test', () => HttpResponse.error())
  const { user, dialog, press, router } = await openDialog()
  await press('Test')
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^The server can’t be reached/)
  expect(dialog.getByLabelText('Key')).toHaveProperty('value', KEY)
  const { promise: isAsked, resolve } = Promise.withResolvers<void>()
  const tests = answers('POST /api/providers/{provider}/test', async () => {
    await isAsked
    return { ok: true, models: MODELS }
  })
  await user.dblClick(dialog.getByRole('button', { name: 'Test' }))
  resolve()
  const model = await dialog.findByRole('combobox', { name: 'Model' })
  expect(tests).toHaveLength(1)
  await user.selectOptions(model, 'compatible:gpt-other')
  answers('PUT /api/providers/{provider}/key', () => HttpResponse.error())
  await press('Use this model')
  await dialog.findByRole('alert')
  expect(model).toHaveProperty('value', 'compatible:gpt-other')
  expect(stored).toEqual([])
  answers('PUT /api/providers/{provider}/key', {})
  await user.dblClick(dialog.getByRole('button', { name: 'Use this model' }))
  await screen.findByText('compatible:gpt-other is connected. New sessions use it.')
  expect(stored).toEqual([['settings', { defaultModel: 'compatible:gpt-other' }]])
  expect(router.refresh).toHaveBeenCalledOnce()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(KEY)
})

test('what somebody goes to as the dialog closes keeps the focus', async () => {
  connectable()
  const content = (
    <>
      <ConnectButton />
      <textarea aria-label="Message" />
    </>
  )
  const { dialog, press } = await openDialog(content)
  const field = screen.getByRole('textbox', { name: 'Message' })
  await press('Test')
  await dialog.findByRole('combobox', { name: 'Model' })
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('dialog')) return
    observer.disconnect()
    field.focus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await press('Use this model')
  await screen.findByText('compatible:gpt-wire is connected. New sessions use it.')
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(document.activeElement).toBe(field)
})

test('in a session of the demo a model answers there too, whatever answers new ones', async () => {
  const { stored, tests } = connectable('openai:of-the-environment')
  const { press } = await openDialog(<DemoOffer sessionId="session" isDemo />)
  await press('Test')
  await screen.findByRole('combobox', { name: 'Model' })
  await press('Use this model')
  await screen.findByText(/^compatible:gpt-wire is used here. New sessions use openai:of-the-environment/)
  const way = { key: KEY, baseUrl: ADDRESS }
  expect(tests.map(({ params, body }) => [params.provider, body])).toEqual([['compatible', way]])
  expect(stored).toEqual([
    ['key', way],
    ['settings', { defaultModel: 'compatible:gpt-wire' }],
    ['session', { model: 'compatible:gpt-wire' }],
  ])
})

test('from the model menu a session gets the model by one change, which keeps its level of thinking', async () => {
  const { stored } = connectable()
  answers('GET /api/rules', { items: [], nextCursor: null })
  const view = aView({ session: aSession({ id: 'session', thinking: 'high' }) })
  const { press } = await openDialog(<SessionSheet view={view} live="live" announcement="" />, [
    ['button', 'Model'],
    ['menuitem', 'Connect another…'],
  ])
  await press('Test')
  await screen.findByRole('combobox', { name: 'Model' })
  await press('Use this model')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(stored).toHaveLength(3))
  expect(stored.at(-1)).toEqual(['session', { model: 'compatible:gpt-wire' }])
})

test('a server on this machine is one click, without a key, as long as it answers', async () => {
  const { stored } = connectable()
  const local = [{ title: 'Ollama', url: ADDRESS, models: ['nomic-embed-text', 'gpt-wire'] }]
  const models: string[] = []
  const { user } = renderPage(
    <LocalServers providers={[provider({ local })]} onConnected={({ model }) => models.push(model)} />,
  )
  const use = screen.getByRole('button', { name: 'Use gpt-wire' })
  answers('POST /api/providers/{provider}/test', { ok: false, error: 'It has ended.' })
  await user.click(use)
  expect((await screen.findByRole('alert')).textContent).toBe('It has ended.')
  expect(stored).toEqual([])
  answers('POST /api/providers/{provider}/test', { ok: true, models: MODELS })
  await user.click(use)
  await waitFor(() => expect(models).toEqual(['compatible:gpt-wire']))
  expect(stored).toEqual([
    ['key', { key: null, baseUrl: ADDRESS }],
    ['settings', { defaultModel: 'compatible:gpt-wire' }],
  ])
})
