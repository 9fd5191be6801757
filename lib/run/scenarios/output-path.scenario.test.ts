import { describe, expect, test } from 'vitest'
import { type Scenario, scenario } from '@/lib/testing/world/scenario'

const reply = (...calls: Record<string, unknown>[]) => ({ raw: JSON.stringify({ output: null, calls }) })
const done = { raw: '{"output": "Done.", "calls": []}' }
const write = (name: string, outputPath: string) => ({
  tool: 'gated_write',
  ...{ arguments: { name }, outputPath },
})

const plays = async (...turns: { raw: string }[]): Promise<Scenario> => {
  const s = await scenario({ dialect: 'structured' })
  await s.plays(turns)
  return s
}

const stateOf = async (s: Scenario) => (await s.view()).state

describe('a Call that names a place in the state', () => {
  test('says so before it runs, and has its result written there when it has run', async () => {
    const s = await plays(reply(write('a!', '/notes/first'), write('b!', 'notes.second')), done)
    const { calls } = await s.waitsOn('gated_write', 'gated_write')
    expect(calls).toMatchObject([{ outputPath: '/notes/first' }, { outputPath: '/notes/second' }])
    expect(await stateOf(s)).toEqual({})
    await s.approves('gated_write a!', 'gated_write b!')
    await s.ends('no_calls')
    expect(await stateOf(s)).toEqual({ notes: { first: 'a! is done', second: 'b! is done' } })
    const changed = (await s.events()).flatMap(event => (event.type === 'state.changed' ? [event.data] : []))
    expect(changed).toMatchObject(calls.map(({ id }, index) => ({ callId: id, revision: index + 1 })))
    expect((await s.sent(2)).join('\n')).toContain('b! is done')
  })

  test('has nothing written where it was denied, and what a person answered where they did', async () => {
    const s = await plays(reply(write('a!', 'a'), write('b!', 'b')), done)
    await s.waitsOn('gated_write', 'gated_write')
    await s.denies('gated_write a!')
    await s.rules('gated_write b!', { kind: 'answer', result: { port: 80 } })
    await s.ends('no_calls')
    expect(await stateOf(s)).toEqual({ b: { port: 80 } })
  })

  test('tells the model where its result does not fit there', async () => {
    const s = await plays(reply(write('a!', 'a'), write('b!', 'a.b')), done)
    await s.waitsOn('gated_write', 'gated_write')
    await s.approves('gated_write a!', 'gated_write b!')
    await s.ends('no_calls')
    expect(await stateOf(s)).toEqual({ a: 'a! is done' })
    expect(await s.results()).toEqual(['gated_write: ok', 'gated_write: ok'])
    expect((await s.sent(2)).at(-1)).toMatch(/not written to the state at \/a\/b: On the way/)
  })

  test('is not run where it names no place, and the model is told', async () => {
    const s = await plays(reply(write('a!', 'a..b')), done)
    await s.ends('no_calls')
    expect(s.gates.begun).toEqual([])
    expect((await s.sent(2)).at(-1)).toMatch(/outputPath of a call names no place/)
  })
})

describe('a Call whose result the model gives itself', () => {
  const latent = { tool: 'summary', arguments: {}, output: 'All is well.', outputPath: 'summary' }

  test('runs nothing and asks nobody, and is kept as the model’s own words', async () => {
    const s = await plays(reply(latent), done)
    await s.ends('no_calls')
    const { transcript } = await s.view()
    const line = transcript.find(entry => entry.kind === 'result')
    expect(line).toMatchObject({ text: 'All is well.', call: { tool: 'summary', isLatent: true } })
    expect(await s.callNow(line?.callId ?? '')).toMatchObject({ method: 'latent', decisions: [] })
    expect(await s.told()).not.toContain('call.started')
    expect(await stateOf(s)).toEqual({ summary: 'All is well.' })
    expect((await s.sent(2)).at(-1)).toContain('Nothing ran: this is your own output.')
  })

  test('cannot stand for a tool that changes something', async () => {
    const s = await plays(reply({ ...write('a!', 'a'), output: 'I wrote it.' }), done)
    await s.ends('no_calls')
    expect(s.gates.begun).toEqual([])
    expect(await s.results()).toEqual(['gated_write: error'])
    expect(await stateOf(s)).toEqual({})
  })

  test('keeps whatever JSON it gives, and what no database could hold', async () => {
    const deep = `{"output": null, "calls": [{"tool": "x", "output": ${'['.repeat(400)}${']'.repeat(400)}}]}`
    const s = await plays(reply({ tool: 'x', output: { odd: 'a\0b' }, outputPath: 'x' }), { raw: deep }, done)
    await s.ends('no_calls')
    expect(await s.results()).toEqual(['x: ok', 'x: ok'])
  })

  test('is kept as its text where that holds more than is read', async () => {
    const many = `[${'1,'.repeat(30_000)}1]`
    const raw = `{"output": ${many}, "calls": [{"tool": "x", "output": ${many}}]}`
    const s = await plays({ raw }, done)
    await s.ends('no_calls')
    const { transcript } = await s.view()
    expect(transcript.find(entry => entry.kind === 'assistant')?.text).toBe(many)
    const { callId = '' } = transcript.find(entry => entry.kind === 'result') ?? {}
    expect(await s.callNow(callId)).toMatchObject({
      result: { kind: 'ok', text: expect.stringMatching(/^\[1,1,/) },
    })
  })
})
