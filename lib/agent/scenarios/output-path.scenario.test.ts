import { describe, expect, test } from 'vitest'
import { type Scenario, scenario } from '@/test/world/scenario'

const reply = (...calls: Record<string, unknown>[]) => ({ raw: JSON.stringify({ output: null, calls }) })
const done = { raw: '{"output": "Done.", "calls": []}' }
const write = (name: string, outputPath: string) => ({
  tool: 'gated_write',
  arguments: { name },
  outputPath,
})

const plays = async (...turns: { raw: string }[]): Promise<Scenario> => {
  const s = await scenario({ dialect: 'structured' })
  await s.plays(turns)
  return s
}

const stateOf = async (s: Scenario) => (await s.view()).state

describe('a Call that names a place in the state', () => {
  test('says so before it runs, and has written there what it gave or a person answered, where it fits', async () => {
    const places = { 'a!': '/notes/first', 'b!': 'notes.second', 'c!': 'c', 'd!': 'd', 'e!': 'notes.first.e' }
    const s = await plays(reply(...Object.entries(places).map(([name, place]) => write(name, place))), done)
    const { calls } = await s.waitsOn(...Object.keys(places).map(() => 'gated_write'))
    expect(calls.map(({ outputPath }) => outputPath)).toEqual([
      ...['/notes/first', '/notes/second', '/c', '/d', '/notes/first/e'],
    ])
    expect(await stateOf(s)).toEqual({})
    await s.denies('gated_write c!')
    await s.rules('gated_write d!', { kind: 'answer', result: { port: 80 } })
    await s.approves('gated_write a!', 'gated_write b!', 'gated_write e!')
    await s.ends('no_calls')
    expect(await stateOf(s)).toEqual({
      notes: { first: 'a! is done', second: 'b! is done' },
      d: { port: 80 },
    })
    const changed = (await s.events()).flatMap(event => (event.type === 'state.changed' ? [event.data] : []))
    expect(changed).toHaveLength(3)
    expect(changed).toContainEqual(expect.objectContaining({ callId: calls[1]?.id }))
    expect((await s.sent(2)).join('\n')).toContain('not written to the state at /notes/first/e')
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

  test('runs nothing, asks nobody, is kept as the model’s own words, and stands for no tool that changes something', async () => {
    const s = await plays(reply(latent, { ...write('a!', 'a'), output: 'I wrote it.' }), done)
    await s.ends('no_calls')
    const { transcript } = await s.view()
    const line = transcript.find(entry => entry.call?.tool === 'summary')
    expect(line).toMatchObject({ text: 'All is well.', call: { tool: 'summary', isLatent: true } })
    expect(await s.callNow(line?.callId ?? '')).toMatchObject({ method: 'latent', decisions: [] })
    expect(await s.told()).not.toContain('call.started')
    expect(s.gates.begun).toEqual([])
    expect(await s.results()).toContain('gated_write: error')
    expect(await stateOf(s)).toEqual({ summary: 'All is well.' })
    expect((await s.sent(2)).join('\n')).toContain('Nothing ran: this is your own output.')
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
