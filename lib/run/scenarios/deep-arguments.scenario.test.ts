import { describe, expect, onTestFinished, test } from 'vitest'
import { startWireServer } from '@/lib/testing/wire/start-wire-server'
import { call, refused, type Scripted, scenario } from '@/lib/testing/world/scenario'

const done: Scripted = { text: 'Done.' }
const nested = (depth: number): string => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`
const FAR_TOO_DEEP = nested(20_000)

describe('arguments that nest so deep that whoever walks them would drown', () => {
  test.each([200, 2_000, 20_000])(
    'settle the Call at once, and the model is told: %i levels',
    async depth => {
      const s = await scenario()
      await s.plays([call('gated_write', nested(depth)), done])
      await s.ends('final_text')
      expect(await s.results()).toEqual(['gated_write: error'])
      expect((await s.sent(2)).at(-1)).toMatch(
        /Invalid arguments for gated_write:\n.*nested more than 100 levels/,
      )
      expect(s.gates.begun).toEqual([])
    },
  )

  test('of a tool that there is not, too', async () => {
    const s = await scenario()
    await s.plays([call('no_such_tool', FAR_TOO_DEEP), done])
    await s.ends('final_text')
    expect((await s.sent(2)).at(-1)).toMatch(/Unknown tool/)
  })

  test('neither hinder a provider’s reply from being kept, nor the next Request', async () => {
    const wire = await startWireServer()
    onTestFinished(wire.close)
    wire.script([
      { calls: [{ name: 'gated_write', argumentsText: FAR_TOO_DEEP }], chunkChars: 9_000 },
      { text: 'Done.' },
    ])
    const models = wire.accounts
    const s = await scenario({ model: 'compatible:small' }, { server: { models } })
    await s.says('Hello.')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: error'])
    expect(wire.requests).toHaveLength(2)
    expect(JSON.stringify(wire.requests[1]?.body)).toContain('nested more than 100 levels')
  })

  test.each([200, 20_000])('are refused in a person’s edit: %i levels', async depth => {
    const s = await scenario()
    await s.plays([call('gated_write', { name: 'a!' }), done])
    await s.waitsOn('gated_write')
    const answer = await s.rules('gated_write', { kind: 'edit', argumentsText: nested(depth) })
    const { more } = refused(answer, 'invalid_arguments')
    expect(more.errors?.[0]?.message).toMatch(/nested more than 100 levels/)
    await s.approves('gated_write')
    await s.ends('final_text')
  })
})
