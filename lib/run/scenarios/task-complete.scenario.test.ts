import { describe, expect, test } from 'vitest'
import { ok, scenario } from '@/lib/testing/world/scenario'

const complete = { name: 'task_complete', arguments: { summary: 'All is done.' } }
const write = { name: 'gated_write', arguments: { name: 'a!' } }

describe('a task that the model calls complete', () => {
  test('ends the run without asking anybody, and its summary is what the agent says', async () => {
    const s = await scenario()
    await s.plays([{ calls: [complete] }, { text: 'Never asked.' }])
    const run = await s.ends('task_complete')
    expect(run.requests).toBe(1)
    expect((await s.texts()).at(-1)).toBe('assistant: All is done.')
    const decided = (await s.events()).find(event => event.type === 'call.decided')
    expect(decided?.data).toMatchObject({ kind: 'approve', by: { type: 'control' } })
  })

  test('ends it when the other calls of its set are settled, and not before', async () => {
    const s = await scenario()
    await s.plays([{ calls: [write, complete] }, { text: 'Never asked.' }])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('task_complete')
    expect(s.gates.ledger).toEqual(['a!'])
    expect(await s.results()).toEqual(['gated_write: ok', 'task_complete: ok'])
  })

  test('goes on where the person said something that the model has not seen', async () => {
    const s = await scenario()
    await s.plays([{ calls: [write, complete] }, { text: 'I heard you.' }])
    await s.waitsOn('gated_write')
    await s.says('One more thing.')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect((await s.texts()).at(-1)).toBe('assistant: I heard you.')
  })

  test('can be what a person puts in the place of another call', async () => {
    const s = await scenario()
    await s.plays([{ calls: [write] }, { text: 'Never asked.' }])
    await s.waitsOn('gated_write')
    ok(await s.rules('gated_write', { kind: 'replace', tool: 'task_complete', arguments: {} }))
    await s.ends('task_complete')
    expect(s.gates.ledger).toEqual([])
  })
})
