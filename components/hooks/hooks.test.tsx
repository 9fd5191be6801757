import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BrokenPlugin, HookItem } from '@/lib/domain/hooks/hook'
import { aHook } from '@/test/factories'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { Hooks } from './hooks'

async function openHooks(items: HookItem[], broken: BrokenPlugin[] = []) {
  answers('GET /api/hooks', { items, broken, nextCursor: null })
  const page = renderPage(<Hooks />)
  const row = async (name: string) => within(await screen.findByRole('article', { name }))
  return { ...page, row }
}

test('hooks stand by point; one that changed with its plugin is turned on again, and is not edited', async () => {
  const changed = {
    name: 'pin',
    plugin: 'pins',
    pin: 'a',
    pluginFrom: 'workspace',
    enabled: false,
    why: 'changed',
  } as const
  const { user, row } = await openHooks(
    [aHook(changed), aHook({ name: 'date', point: 'turn_start' })],
    [{ plugin: 'half', cause: 'hooks.0.run: it is neither' }],
  )
  const pin = await row('pin')
  within(screen.getByRole('region', { name: 'turn_start' })).getByRole('article', { name: 'date' })
  expect(screen.getByRole('alert').textContent).toContain('hooks.0.run: it is neither')
  pin.getByText('Off, because its plugin changed')
  pin.getByText('Plugin pins from the workspace')
  expect(pin.queryByRole('button', { name: 'Edit' })).toBeNull()
  const turned = answers('PATCH /api/hooks/{id}', aHook())
  await user.click(pin.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('Turned on.')
  expect(turned.map(({ params, body }) => [params.id, body])).toEqual([['pin', { enabled: true, pin: 'a' }]])
})

test('a hook is made from a form: an address or a command, tools and variables', async () => {
  const { user } = await openHooks([])
  await user.click(await screen.findByRole('button', { name: 'New hook' }))
  const form = within(screen.getByRole('region', { name: 'New hook' }))
  const field = (name: string) => form.getByRole('textbox', { name })
  await user.click(form.getByRole('button', { name: 'Save hook' }))
  expect(form.getAllByText('Fill in this field.')).toHaveLength(2)
  expect(document.activeElement).toBe(field('Name'))
  await user.type(field('Name'), 'post')
  await user.type(field('Tools'), 'run_command, files__*')
  await user.type(field('Command or address'), 'https://hooks.example.com/a')
  await user.type(field('Environment'), 'HOOK_TOKEN')
  answers('POST /api/hooks', refusal(422, 'invalid_request', { detail: 'Taken' }))
  await user.click(form.getByRole('button', { name: 'Save hook' }))
  expect((await form.findByRole('alert')).textContent).toContain('Taken')
  const saved = answers('POST /api/hooks', aHook())
  await user.click(form.getByRole('button', { name: 'Save hook' }))
  await screen.findByText('Hook saved.')
  expect(saved.map(({ body }) => body)).toEqual([
    {
      name: 'post',
      point: 'tool_start',
      match: 'run_command|files__*',
      run: { url: 'https://hooks.example.com/a' },
      env: { HOOK_TOKEN: { fromEnv: 'HOOK_TOKEN' } },
      timeoutMs: 10_000,
      onFailure: 'block',
      priority: 0,
    },
  ])
})

test('a trial says how the answer would be taken', async () => {
  const { user, row } = await openHooks([aHook({ name: 'no-prod' })])
  const hook = await row('no-prod')
  await user.click(hook.getByRole('button', { name: 'Try' }))
  const trial = within(screen.getByRole('region', { name: 'Try no-prod' }))
  const verdict = { hook: 'no-prod', hookId: 'no-prod', point: 'tool_start', verdict: 'block' }
  const runs = answers('POST /api/hooks/{id}/try', { ...verdict, ms: 12, reason: 'Not on Friday' })
  await user.click(trial.getByRole('button', { name: 'Run it' }))
  expect((await trial.findByRole('status')).textContent).toContain('Not on Friday')
  expect(runs[0]?.body).toMatchObject({ payload: { tool: 'run_command' } })
})
