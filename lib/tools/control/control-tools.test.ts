import { describe, expect, test } from 'vitest'
import type { Plan } from '@/lib/domain/session/plan'
import { temporaryWorkspace } from '../testing/temporary-workspace'

const now: Plan = { revision: 1, steps: [{ id: 'a', title: 'Read', status: 'active', dependsOn: [] }] }
const plan = async () => now
const state = async () => ({ port: 80, hosts: ['a'] })

describe('update_plan', () => {
  test('shows what becomes of the plan, and notes all of it', async () => {
    const { previews, performs } = temporaryWorkspace()
    const steps = [
      { id: 'a', title: 'Read', status: 'done' },
      { id: 'b', title: 'Write', dependsOn: ['a'] },
    ]
    const shown = await previews('update_plan', { steps }, { plan })
    expect(shown).toMatchObject({
      preview: { kind: 'diff', summary: 'Plan of 2 steps, 1 done', preconditions: [] },
    })
    expect(JSON.stringify(shown)).toContain(
      '-[active] a: Read\\n+[done] a: Read\\n+[pending] b: Write (after a)\\n',
    )
    expect(await performs('update_plan', { steps })).toMatchObject({
      controlEffect: {
        kind: 'plan',
        steps: [
          { id: 'a', dependsOn: [] },
          { id: 'b', status: 'pending' },
        ],
      },
    })
  })

  test.each([
    [[{ id: 'a', title: 'A', dependsOn: ['b'] }], '/steps/0/dependsOn/0'],
    [[{ id: 'a', title: '' }], '/steps/0/title'],
    [[{ id: 'a' }], '/steps/0/title'],
    [[{ id: 'a\nb', title: 'A' }], '/steps/0/id'],
    [[{ id: 'a', title: 'A', status: 'started' }], '/steps/0/status'],
    [[{ id: 'a', title: 'x'.repeat(501) }], '/steps/0/title'],
    [Array.from({ length: 201 }, (_, n) => ({ id: `${n}`, title: 'A' })), '/steps'],
  ])('tells where it is wrong: %#', async (steps, path) => {
    const { previews } = temporaryWorkspace()
    expect(await previews('update_plan', { steps })).toMatchObject({ kind: 'error', errors: [{ path }] })
  })
})

describe('set_state', () => {
  test('shows what becomes of the state, and notes the patch', async () => {
    const { previews, performs } = temporaryWorkspace()
    const patch = { port: 8080, hosts: null, note: 'x' }
    const shown = await previews('set_state', { patch }, { state })
    expect(shown).toMatchObject({ preview: { kind: 'diff', summary: 'State: port; hosts removed; note' } })
    expect(JSON.stringify(shown)).toContain('-  \\"port\\": 80,')
    expect(await performs('set_state', { patch })).toMatchObject({ controlEffect: { kind: 'state', patch } })
  })

  test('that changes nothing says so by showing no change', async () => {
    const { previews } = temporaryWorkspace()
    expect(await previews('set_state', { patch: { port: 80 } }, { state })).toMatchObject({
      preview: { kind: 'text' },
    })
  })

  test.each(['{"patch":{"__proto__":{"a":1}}}', '{"patch":{"a":[{"__proto__":1}]}}'])(
    'takes no key that names a prototype: %s',
    async text => {
      const { previews } = temporaryWorkspace()
      expect(await previews('set_state', JSON.parse(text), { state })).toMatchObject({
        kind: 'error',
        message: expect.stringContaining('A key cannot be named __proto__.'),
      })
    },
  )
})
