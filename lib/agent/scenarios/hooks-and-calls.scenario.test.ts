import { describe, expect, test } from 'vitest'
import { decisionOf } from '@/lib/domain/call/call-state'
import { DONE, full, hooks, lastCall, says, verdicts, WRITE } from '@/test/world/hook-story'
import { call, ok, scenario } from '@/test/world/scenario'
import { undo } from '../actions/undo'

describe('a hook before a call', () => {
  test('blocks it with a reason, and nothing ran', async () => {
    const s = await full()
    const guard = { point: 'tool_start', name: 'no-prod', match: 'write_*|run_command' } as const
    await hooks(s, 'echo not here >&2; exit 3', guard)
    await s.plays([WRITE, DONE])
    await s.ends('final_text')
    const blocked = await lastCall(s)
    expect(blocked).toMatchObject({
      state: 'settled',
      result: { kind: 'denied' },
      reason: { by: { name: 'no-prod' } },
    })
    expect(decisionOf(blocked)).toMatchObject({
      kind: 'deny',
      by: { type: 'hook', name: 'no-prod' },
      reason: 'not here',
    })
    expect(await s.world.files()).toEqual([])
    expect(await verdicts(s)).toEqual(['no-prod block'])
    expect((await s.sent(2)).at(-1)).toContain('Blocked by hook no-prod: not here')
  })

  test('changes the arguments: they are shown, approved, run and told as they are then', async () => {
    const s = await scenario()
    await hooks(s, says({ arguments: { path: 'b.txt', content: 'second' } }), { point: 'tool_start' })
    await s.plays([WRITE, DONE])
    const shown = await s.asks('write_file')
    expect(shown).toMatchObject({
      proposed: { arguments: { path: 'a.txt' } },
      effective: { arguments: { path: 'b.txt' } },
    })
    expect(shown.preview?.diff?.path).toBe('b.txt')
    ok(await s.rules('write_file', { kind: 'approve' }, { holdMs: 30_000 }))
    const { state, digest, effective } = ok(await undo(s.deps, { callId: shown.id }))
    expect({ state, digest, effective }).toEqual({
      state: 'waiting',
      digest: shown.digest,
      effective: shown.effective,
    })
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.files()).toEqual(['b.txt'])
    expect((await s.sent(2)).at(-1)).toContain('The hook tool_start changed the arguments')
  })

  test('asks for a person, whatever the mode lets run', async () => {
    const s = await full()
    await hooks(s, says({ ask: true, reason: 'look' }), { point: 'tool_start' })
    await s.plays([WRITE, DONE])
    expect((await s.asks('write_file', 'hook')).reason?.by.type).toBe('hook')
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('a.txt')).toBe('first')
    expect(await verdicts(s)).toEqual(['tool_start ask'])
  })

  test('is asked again about what a person made of it, and then blocks or lets it run as it is', async () => {
    const s = await scenario()
    const guard = `grep -q secret && { echo no secrets >&2; exit 1; }; echo '{"arguments":{"path":"c.txt","content":""}}'`
    await hooks(s, guard, { point: 'tool_start', priority: 1 })
    await s.plays([WRITE, call('write_file', { path: 'd.txt', content: 'x' }), DONE])
    await s.waitsOn('write_file')
    await s.edits('write_file', { path: 'a.txt', content: 'secret' })
    await s.waitsOn('write_file')
    expect(await s.world.files()).toEqual([])
    await s.edits('write_file', { path: 'd.txt', content: 'mine' })
    await s.ends('final_text')
    expect(await s.world.files()).toEqual(['d.txt'])
    expect(await verdicts(s)).toEqual(
      ['rewrite', 'block', 'rewrite', 'refused'].map(each => `tool_start ${each}`),
    )
  })

  test('is asked again about what a later one made of the arguments', async () => {
    const s = await full()
    const guard = 'grep -q first || { echo only the first >&2; exit 1; }'
    await hooks(s, guard, { point: 'tool_start', name: 'guard', priority: 1 })
    await hooks(s, says({ arguments: { path: 'b.txt', content: 'second' } }), { point: 'tool_start' })
    await s.plays([WRITE, DONE])
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: denied'])
    expect(await s.world.files()).toEqual([])
    expect(await verdicts(s)).toEqual(['guard pass', 'tool_start rewrite', 'guard block'])
  })

  test('is asked again about what it made of them, and asks nobody where that is the same', async () => {
    const s = await full()
    await hooks(s, says({ arguments: { content: 'second', path: 'b.txt' } }), { point: 'tool_start' })
    await s.plays([WRITE, DONE])
    await s.ends('final_text')
    expect(await s.world.files()).toEqual(['b.txt'])
    expect(await verdicts(s)).toEqual(['tool_start rewrite', 'tool_start pass'])
  })

  test('that was being asked when the server was killed is asked again, and the call runs once', async () => {
    const s = await scenario()
    await s.plays([WRITE, DONE])
    await s.waitsOn('write_file')
    await hooks(s, 'echo asked >> asked.log; until [ -e go ]; do sleep 0.05; done', { point: 'tool_start' })
    const asked = (times: number) =>
      s.world.until(
        `asked ${times} times`,
        async () =>
          (await s.world.files()).includes('asked.log') &&
          (await s.world.file('asked.log')).split('\n').length > times,
      )
    await s.approves('write_file')
    await asked(1)
    await s.crashesAndRestarts()
    await asked(2)
    await s.world.puts('go', '')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: ok'])
    expect(await verdicts(s)).toEqual(['tool_start pass'])
  })

  test('that would change what a rule let pass by then asks a person about it as it is', async () => {
    const s = await full()
    const gate = 'echo asked >> asked.log; until [ -e go ]; do sleep 0.05; done'
    await hooks(s, gate, { point: 'tool_start' })
    await s.plays([WRITE, DONE])
    await s.world.until('asked', async () => (await s.world.files()).includes('asked.log'))
    await hooks(s, says({ arguments: { path: 'b.txt', content: '' } }), { point: 'tool_start', name: 'pin' })
    await s.world.puts('go', '')
    expect(await s.asks('write_file', 'hook')).toMatchObject({ reason: { by: { name: 'pin' } } })
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('a.txt')).toBe('first')
  })

  test('that is added while a call waits is asked before that begins', async () => {
    const s = await scenario()
    await s.plays([WRITE, DONE])
    await s.waitsOn('write_file')
    await hooks(s, 'exit 1', { point: 'tool_start' })
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: denied'])
  })
})
