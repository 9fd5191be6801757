import { describe, expect, test } from 'vitest'
import { decisionOf } from '@/lib/domain/call/call-state'
import { OWNER } from '@/lib/domain/contract/person'
import type { NewHook } from '@/lib/domain/hooks/hook'
import { toInstant } from '@/lib/domain/instant'
import { call, ok, type Scenario, scenario } from '@/test/world/scenario'
import { addHook } from '../actions/hooks'

const DONE = { text: 'Done.' }
const WRITE = call('write_file', { path: 'a.txt', content: 'first' })

type Given = Partial<NewHook> & Pick<NewHook, 'point'>

/** A hook of the owner's, named after its point: one shell line. */
async function hooks(s: Scenario, command: string, given: Given): Promise<string> {
  const rest = { timeoutMs: 10_000, onFailure: 'block', priority: 0, enabled: true } as const
  const hook = { name: given.point, run: { command }, ...rest, ...given }
  return ok(await addHook(s.deps, { hook, person: OWNER })).id
}

async function full(): Promise<Scenario> {
  const s = await scenario()
  await s.sets({ mode: 'full', modeExpiresAt: toInstant(Date.now() + 600_000) })
  return s
}

const says = (answer: object): string => `cat > /dev/null; echo '${JSON.stringify(answer)}'`

const verdicts = async (s: Scenario): Promise<string[]> =>
  (await s.events()).flatMap(({ type, data }) =>
    type === 'hook.ran' && 'verdict' in data ? [`${data.hook} ${data.verdict}`] : [],
  )

const lastCall = async (s: Scenario) => {
  const events = await s.events()
  const told = events.findLast(({ data }) => 'call' in data)?.data
  if (!told || !('call' in told)) throw new Error('There is no call.')
  return told.call
}

describe('a hook before a call', () => {
  test('blocks it with a reason, and nothing ran', async () => {
    const s = await full()
    await hooks(s, 'echo not here >&2; exit 3', {
      point: 'tool_start',
      name: 'no-prod',
      match: 'write_*|run_command',
    })
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
