import { describe, expect, test } from 'vitest'
import { call, calls, ok, type Scripted, scenario } from '@/test/world/scenario'

const done: Scripted = { text: 'Done.' }

describe('each Call gets one Result, in the order of the Calls, before the next Request', () => {
  test('though reads that run side by side end in another order', async () => {
    const s = await scenario()
    await s.plays([calls('gated_read a', 'gated_read b', 'gated_read c'), done])
    const set = await s.waitsOn('gated_read', 'gated_read', 'gated_read')
    await s.rulesOn(
      set.id,
      set.calls.map(({ id, digest }) => ({ kind: 'approve', callId: id, digest })),
    )
    for (const name of ['a', 'b', 'c']) await s.gates.begins(name)
    for (const [index, name] of ['c', 'a', 'b'].entries()) {
      s.gates.open(name)
      await s.world.until(`${name} settled`, async () => (await s.results()).length === index + 1)
    }
    await s.ends('final_text')
    expect((await s.texts()).slice(2, 5)).toEqual([
      'result: c is done',
      'result: a is done',
      'result: b is done',
    ])
    expect((await s.sent(2)).slice(1)).toEqual([
      'assistant:  (gated_read {"name":"a"}, gated_read {"name":"b"}, gated_read {"name":"c"})',
      'result of gated_read: a is done',
      'result of gated_read: b is done',
      'result of gated_read: c is done',
    ])
  })

  test('whatever became of them: run, denied, changed, broken, unknown; its own calls stay as the model wrote them', async () => {
    const s = await scenario()
    const proposed: [string, object][] = [
      ['gated_write', { name: 'one!' }],
      ['gated_write', { name: 'two!' }],
      ['gated_write', { wrong: true }],
      ['no_such_tool', {}],
      ['gated_write', { name: 'three!' }],
      ['gated_write', { name: 'lost!' }],
    ]
    await s.plays([
      { text: 'At once.', calls: proposed.map(([name, args]) => ({ name, arguments: args })) },
      done,
    ])
    await s.waitsOn('gated_write', 'gated_write', 'gated_write', 'gated_write')
    await s.approves('gated_write one!')
    await s.waitsOn('gated_write', 'gated_write', 'gated_write')
    await s.denies('gated_write two!', 'Not that one.')
    await s.edits('gated_write three!', { name: 'four!' })
    await s.approves('gated_write lost!')
    await s.ends('final_text')
    const [, said, ...sent] = await s.sent(2)
    const words = proposed.map(([name, args]) => `${name} ${JSON.stringify(args)}`)
    expect(said).toBe(`assistant: At once. (${words.join(', ')})`)
    expect(sent.filter(line => line.startsWith('result'))).toEqual([
      'result of gated_write: one! is done',
      expect.stringMatching(/^result of gated_write: .*did not run\. Reason: Not that one\.$/),
      expect.stringMatching(/^result of gated_write: Invalid arguments for gated_write:/),
      expect.stringMatching(/^result of no_such_tool: Unknown tool: no_such_tool/),
      expect.stringMatching(
        /^result of gated_write: .*It ran with: {"name":"four!"}\nResult:\nfour! is done$/s,
      ),
      'result of gated_write: lost! is done',
    ])
    expect(await s.results()).toContain('gated_write: unknown')
    expect(s.gates.begun).toEqual(['one!', 'four!', 'lost!'])
  })

  test('also where a set is decided in parts and its head runs meanwhile', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a', 'gated_read b', 'gated_write c'), done])
    await s.waitsOn('gated_write', 'gated_read', 'gated_write')
    await s.approves('gated_write c', 'gated_read b')
    expect(s.gates.begun).toEqual([])
    await s.approves('gated_write a')
    await s.gates.begins('a')
    expect(s.gates.begun).toEqual(['a'])
    s.gates.open('a')
    await s.gates.begins('b')
    expect(s.gates.begun).toEqual(['a', 'b'])
    s.gates.open('b')
    await s.gates.begins('c')
    s.gates.open('c')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'c'])
  })
})

test('sets follow one another by their Requests, though the clock is set back', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), calls('gated_write b!'), done])
  await s.waitsOn('gated_write')
  // A process does not follow its database back: another one, which knows nothing of before, does.
  await s.server.stop()
  s.world.clock.offsetMs -= 3_600_000
  s.server = await s.world.startServer()
  await s.approves('gated_write')
  await s.world.until('the second set', async () => (await s.view()).pendingSet?.request === 2)
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!', 'b!'])
})

describe('what a tool says', () => {
  test('comes to the model at the length that the Run began with, whatever was set since', async () => {
    const s = await scenario({ limits: { resultChars: 120 } })
    await s.world.puts('long.txt', `${'x'.repeat(79)}\n`.repeat(100))
    await s.plays([call('read_file', { path: 'long.txt' }), done])
    const set = await s.waitsOn('read_file')
    await s.sets({ limits: { resultChars: 50_000 } })
    await s.approves('read_file')
    await s.ends('final_text')
    const result = await s.callNow(set.calls[0]?.id ?? '')
    expect(result).toMatchObject({ result: { kind: 'ok', truncated: { chars: expect.any(Number) } } })
    expect((await s.sent(2)).at(-1)).toContain('characters left out')
  })

  const image = `data:image/png;base64,${'iVBO'.repeat(100_000)}`
  test('is no longer where a person answers in its place, nor where a person changed or replaced the call, and the reasons of a person are not either', async () => {
    const s = await scenario({ limits: { resultChars: 1_000 } })
    const content = `${'line of a person\n'.repeat(20_000)}the end`
    const because = 'Because of this. '.repeat(500)
    const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'x' } }
    const others = calls('gated_write b!', 'gated_write c', 'gated_write d', 'gated_read e!').calls ?? []
    await s.plays([{ calls: [write, ...others] }, done])
    const set = await s.waitsOn('write_file', 'gated_write', 'gated_write', 'gated_write', 'gated_read')
    ok(await s.rules('write_file', { kind: 'edit', arguments: { path: 'a.txt', content } }))
    const replaced = { path: 'b.txt', content }
    ok(await s.rules('gated_write b!', { kind: 'replace', tool: 'write_file', arguments: replaced }))
    await s.denies('gated_write c', because)
    ok(await s.rules('gated_write d', { kind: 'deny', reason: because }, { feedback: because }))
    ok(await s.rules('gated_read', { kind: 'answer', result: image }))
    await s.ends('final_text')
    for (const name of ['a.txt', 'b.txt']) expect(await s.world.file(name)).toBe(content)
    expect(await s.callNow(set.calls[4]?.id ?? '')).toMatchObject({
      result: { kind: 'answered', truncated: { chars: expect.any(Number) }, value: image },
      decisions: [{ kind: 'answer', result: image }],
    })
    const told = await s.sent(2)
    const cut = told.filter(line => line.startsWith('result of') && line.includes('characters left out'))
    expect(cut).toHaveLength(5)
    expect(told.filter(line => line.includes('Because of this.')).length).toBeGreaterThan(2)
    // The words of the model stay as they are, and so do those of the person with which the script came.
    for (const line of told.slice(2)) expect(line.length).toBeLessThan(2_000)
    expect(JSON.stringify((await s.view()).transcript).length).toBeLessThan(60_000)
  })

  test('is no longer where the model says it itself', async () => {
    const s = await scenario({ dialect: 'structured' })
    const raw = JSON.stringify({
      output: null,
      calls: [{ tool: 'recall', arguments: '{"query": "x"}', output: image }],
    })
    await s.plays([{ raw }, { raw: '{"output": "Done.", "calls": []}' }])
    await s.ends('no_calls')
    const line = (await s.view()).transcript.find(entry => entry.kind === 'result')
    expect(line?.text.length).toBeLessThan(51_000)
    expect(line?.text).toContain('characters left out')
  })
})
