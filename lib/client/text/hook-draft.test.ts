import { expect, test } from 'vitest'
import type { Hook } from '@/lib/domain/hooks/hook'
import { hookDraft, hookInput } from './hook-draft'

test('variables that nobody touched stay as they were, whatever they hold', () => {
  const env = { LINES: 'a\nB=b', DOLLAR: '$HOME', SPACE: ' x ', KEY: { fromEnv: 'OPS_KEY' } }
  const run = { command: 'true' }
  const hook: Hook = {
    ...{ id: 'id', name: 'a', point: 'tool_start', run, env, timeoutMs: 1_000, onFailure: 'block' },
    ...{ priority: 0, enabled: true, createdAt: '', updatedAt: '' },
  }
  const draft = hookDraft(hook)
  expect(hookInput(draft, hook).env).toEqual(env)
  const edited = { ...draft, env: `${draft.env.replace('SPACE= x ', 'SPACE=y')}\nNEW` }
  expect(hookInput(edited, hook).env).toEqual({ ...env, SPACE: 'y', NEW: { fromEnv: 'NEW' } })
})
