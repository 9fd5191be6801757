import { describe, expect, test } from 'vitest'
import { call, calls, ok, type Scripted, scenario } from '@/lib/testing/world/scenario'

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

  test('whatever became of them: run, denied, changed, broken, unknown', async () => {
    const s = await scenario()
    await s.plays([
      {
        text: 'Five at once.',
        calls: [
          { name: 'gated_write', arguments: { name: 'one!' } },
          { name: 'gated_write', arguments: { name: 'two!' } },
          { name: 'gated_write', arguments: { wrong: true } },
          { name: 'no_such_tool', arguments: {} },
          { name: 'gated_write', arguments: { name: 'three!' } },
        ],
      },
      done,
    ])
    await s.waitsOn('gated_write', 'gated_write', 'gated_write')
    await s.approves('gated_write one!')
    await s.waitsOn('gated_write', 'gated_write')
    await s.denies('gated_write two!', 'Not that one.')
    await s.edits('gated_write three!', { name: 'four!' })
    await s.ends('final_text')
    const sent = (await s.sent(2)).filter(line => line.startsWith('result'))
    expect(sent).toEqual([
      'result of gated_write: one! is done',
      'result of gated_write: The person denied this call; it did not run. Reason: Not that one.',
      expect.stringMatching(/^result of gated_write: Invalid arguments for gated_write:/),
      expect.stringMatching(/^result of no_such_tool: Unknown tool: no_such_tool/),
      'result of gated_write: The person changed the arguments before this call ran. It ran with: {"name":"four!"}\nResult:\nfour! is done',
    ])
    expect(s.gates.ledger).toEqual(['one!', 'four!'])
  })

  test('of a tool that cannot tell what it did it is unknown, and it is not run again', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write lost!'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write lost!')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: unknown'])
    expect((await s.sent(2)).at(-1)).toBe('result of gated_write: lost! is done')
    expect(s.gates.begun).toEqual(['lost!'])
  })

  test('and the model’s own calls stay in its history as it wrote them', async () => {
    const s = await scenario()
    await s.plays([call('write_file', { path: 'a.md', content: 'one' }), done])
    await s.waitsOn('write_file')
    await s.edits('write_file', { path: 'b.md', content: 'two' })
    await s.ends('final_text')
    expect((await s.sent(2))[1]).toBe('assistant:  (write_file {"path":"a.md","content":"one"})')
    expect(await s.world.files()).toEqual(['b.md'])
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

  test('and a message that comes meanwhile stands after them', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), { text: 'First.' }, { text: 'Then.' }])
    await s.waitsOn('gated_write')
    await s.says('And be quick.')
    expect((await s.view()).queue.map(item => item.text)).toEqual(['And be quick.'])
    await s.approves('gated_write')
    await s.ends('final_text')
    expect((await s.sent(2)).slice(1)).toEqual([
      'assistant:  (gated_write {"name":"a!"})',
      'result of gated_write: a! is done',
      'user: And be quick.',
    ])
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
  const short = { kind: 'answered', truncated: { chars: expect.any(Number) }, value: image }

  test('is no longer where a person answers in its place, whose words are kept whole', async () => {
    const s = await scenario()
    await s.plays([calls('gated_read a!'), done])
    const set = await s.waitsOn('gated_read')
    ok(await s.rules('gated_read', { kind: 'answer', result: image }))
    await s.ends('final_text')
    const answered = await s.callNow(set.calls[0]?.id ?? '')
    expect(answered).toMatchObject({ result: short, decisions: [{ kind: 'answer', result: image }] })
    const told = (await s.sent(2)).find(line => line.startsWith('result of')) ?? ''
    expect(told).toContain('characters left out')
    expect(told.length).toBeLessThan(51_000)
    expect(JSON.stringify((await s.view()).transcript).length).toBeLessThan(60_000)
  })

  test('is no longer where a person changed or replaced the call, and what they wrote is run whole', async () => {
    const s = await scenario()
    const content = `${'line of a person\n'.repeat(20_000)}the end`
    const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'x' } }
    await s.plays([{ calls: [write, { name: 'gated_write', arguments: { name: 'b!' } }] }, done])
    await s.waitsOn('write_file', 'gated_write')
    ok(await s.rules('write_file', { kind: 'edit', arguments: { path: 'a.txt', content } }))
    const replaced = { path: 'b.txt', content }
    ok(await s.rules('gated_write', { kind: 'replace', tool: 'write_file', arguments: replaced }))
    await s.ends('final_text')
    for (const name of ['a.txt', 'b.txt']) expect(await s.world.file(name)).toBe(content)
    const told = (await s.sent(2)).filter(line => line.startsWith('result of'))
    const lengths = told.map(line => (line.includes('characters left out') ? line.length : null))
    expect(lengths).toEqual([expect.any(Number), expect.any(Number)])
    expect(Math.max(...told.map(line => line.length))).toBeLessThan(51_000)
  })

  test('and the reasons of a person are no longer than a result, each and together', async () => {
    const s = await scenario({ limits: { resultChars: 1_000 } })
    await s.plays([calls('gated_write a', 'gated_write b'), done])
    await s.waitsOn('gated_write', 'gated_write')
    const because = 'Because of this. '.repeat(500)
    await s.denies('gated_write a', because)
    ok(await s.rules('gated_write b', { kind: 'deny', reason: because }, { feedback: because }))
    await s.ends('final_text')
    const told = (await s.sent(2)).filter(line => line.includes('Because of this.'))
    expect(told.length).toBeGreaterThan(2)
    for (const line of told) expect(line.length).toBeLessThan(1_200)
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
