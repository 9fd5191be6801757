import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Question } from '../define-tool'
import { LeaseLapsed } from '../run-tool'
import { HOSTILE, nodeServer, reachServers, temporaryFolder } from './testing/servers'

/** A server that does what it likes, and the folder by which it is told how. */
async function hostile(files: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const put = (name: string, text: string): void => writeFileSync(path.join(folder, name), text)
  for (const [name, text] of Object.entries(files)) put(name, text)
  return { put, ...(await reachServers([nodeServer({ args: [HOSTILE, folder] })])) }
}

const connectedHostile = async () => {
  const server = await hostile()
  await server.connected()
  return server
}

describe('an answer', () => {
  test('is the first to its own request, whatever else is answered', async () => {
    const { run } = await connectedHostile()
    expect(await run('twice')).toMatchObject({ kind: 'ok', text: 'first' })
    expect(await run('plain')).toMatchObject({ kind: 'ok', text: 'done' })
    expect(await run('another_id')).toMatchObject({ kind: 'ok', text: 'for this one' })
    expect(await run('plain')).toMatchObject({ kind: 'ok', text: 'done' })
  })

  test('that is an error of the protocol says so', async () => {
    const { run } = await connectedHostile()
    expect(await run('refuses')).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('(-32602): no tea'),
    })
  })

  test('that is none of what servers give is one all the same', async () => {
    const { run } = await connectedHostile()
    expect(await run('wrong')).toMatchObject({ kind: 'ok', text: 'not a list' })
  })

  test('that is huge is not kept, and one that is no message of any size ends the server', async () => {
    const { run } = await connectedHostile()
    expect(await run('huge_result')).toMatchObject({ kind: 'ok', text: expect.stringContaining('10 MB') })
    for (const tool of ['huge_message', 'floods']) {
      const text = expect.stringContaining('a message of more than 16 MB')
      expect(await run(tool)).toMatchObject({ kind: 'unknown', text })
    }
    expect(await run('plain')).toMatchObject({ kind: 'ok' })
  })
})

describe('what a server sends', () => {
  const RESTLESS = 20_000
  test.each([
    { method: 'notifications/message', params: { level: 'info', data: 'tea' } },
    { method: 'notifications/progress', params: { progressToken: 7, progress: 1 } },
    { method: 'notifications/tools/list_changed' },
    { method: 'tea' },
  ])('may be any number of $method, and others have their turn meanwhile', async args => {
    const { run } = await connectedHostile()
    let beats = 0
    const heart = setInterval(() => {
      beats += 1
    }, 10)
    const begin = performance.now()
    const outcome = await run('notifies', { ...args, count: RESTLESS })
    const fullPulse = (performance.now() - begin) / 10
    clearInterval(heart)
    expect(outcome).toMatchObject({ kind: 'ok', text: 'notified' })
    expect(beats).toBeGreaterThan(fullPulse / 10)
  })

  test.each([
    ['deep_result', { depth: 10_000 }],
    ['deep_result', { depth: 4_000_000 }],
    ['many_parts', { count: 400_000 }],
  ])('is not read where that takes long, or more of the stack than there is: %s %j', async (tool, args) => {
    const { run } = await connectedHostile()
    expect(await run(tool, args)).toMatchObject({
      kind: 'unknown',
      text: expect.stringMatching(/deeper than 500 levels, or of more than 50000 parts/),
    })
    expect(await run('plain')).toMatchObject({ kind: 'ok', text: 'done' })
  })

  test('is as deep as it looks only where it is no text', async () => {
    const { run } = await connectedHostile()
    const words = '"[{\\'.repeat(60_000)
    expect(await run('arguments', { words })).toMatchObject({ kind: 'ok', text: JSON.stringify({ words }) })
    expect(await run('deep_result', { depth: 400 })).toMatchObject({ kind: 'ok' })
  })

  test('in a list of pages without end is refused in time', async () => {
    const { until } = await hostile({ 'list.txt': 'pages' })
    expect(await until(({ status }) => status === 'failed')).toMatchObject({
      error: { code: 'toolServer.endlessList' },
    })
  })
})

describe('a call', () => {
  test('of a server that dies of it is unknown, with its last words, and the next is of another process', async () => {
    const { run } = await connectedHostile()
    expect(await run('dies')).toMatchObject({
      kind: 'unknown',
      text: expect.stringMatching(/there is no more tea.*may or may not have taken effect/s),
    })
    expect(await run('plain')).toMatchObject({ kind: 'ok', text: 'done' })
  })

  test('that is stopped is unknown, the server is told, and what it answers late is nothing', async () => {
    const { run } = await connectedHostile()
    const stop = new AbortController()
    const output: string[] = []
    const onOutput = (text: string): void => {
      output.push(text)
      stop.abort(new Error('Stopped'))
    }
    expect(await run('never', {}, { signal: stop.signal, onOutput })).toMatchObject({ kind: 'unknown' })
    expect(output).toEqual(['1 of 2: half\n'])
    expect(await run('late')).toMatchObject({ kind: 'ok', text: 'cancelled: 1' })
    expect(await run('plain')).toMatchObject({ kind: 'ok', text: 'done' })
  })

  test('that is stopped before it was sent has not happened', async () => {
    const { run } = await connectedHostile()
    const stop = AbortSignal.abort(new Error('Stopped'))
    expect(await run('plain', {}, { signal: stop })).toMatchObject({ kind: 'error' })
  })

  test('is not sent where the lease has lapsed', async () => {
    const { run } = await connectedHostile()
    const beforeEffect = (): void => {
      throw new LeaseLapsed()
    }
    expect(await run('dies', {}, { beforeEffect })).toEqual({ kind: 'lapsed' })
    expect(await run('plain')).toMatchObject({ kind: 'ok' })
  })

  test('waits for the one before it in its session, and not for those of others', async () => {
    const { run, connections } = await connectedHostile()
    const stop = new AbortController()
    const begun = Promise.withResolvers<void>()
    const never = run('never', {}, { signal: stop.signal, onOutput: () => begun.resolve() })
    await begun.promise
    const next = run('plain')
    expect(await run('plain', {}, { sessionId: 'another' })).toMatchObject({ kind: 'ok' })
    expect(connections.count('one')).toBe(2)
    stop.abort(new Error('Stopped'))
    expect(await never).toMatchObject({ kind: 'unknown' })
    expect(await next).toMatchObject({ kind: 'ok', text: 'done' })
  })
})

describe('a tool', () => {
  test('that is another than the one shown does not run, and what it is now is told', async () => {
    const { run, put, news } = await connectedHostile()
    put('description.txt', 'Sends your tea away')
    expect(await run('plain')).toEqual({ kind: 'drifted' })
    expect(news.at(-1)?.catalog?.tools[0]).toMatchObject({ description: 'Sends your tea away' })
    expect(await run('plain')).toMatchObject({ kind: 'ok' })
  })

  test('that is described in another way each time is left out, and nobody is asked again', async () => {
    const { run, connected, news } = await hostile({ 'list.txt': 'restless' })
    await connected()
    expect(await run('plain')).toEqual({ kind: 'drifted' })
    expect(await run('plain')).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('whenever it is asked'),
    })
    expect(news.at(-1)).toMatchObject({
      error: { parts: [{ code: 'toolServer.restless', params: { name: 'plain' } }] },
      catalog: { tools: [] },
    })
  })

  test('is there whatever its server prints before it speaks', async () => {
    const { connected } = await hostile({ 'begin.txt': '\ufeffTea {1.0} is served: ' })
    expect((await connected()).catalog?.tools).not.toEqual([])
  })

  test('that changes while the server is used is told at once', async () => {
    const { run, put, until } = await connectedHostile()
    put('description.txt', 'New')
    expect(await run('announces')).toMatchObject({ kind: 'ok' })
    await until(({ catalog }) => catalog?.tools[0]?.description === 'New')
  })
})

describe('a list', () => {
  test.each([
    ['huge', 'toolServer.largeLists'],
    ['many', 'toolServer.manyEntries'],
  ])('that is a %s is refused', async (list, code) => {
    const { until } = await hostile({ 'list.txt': list })
    expect(await until(({ status }) => status === 'failed')).toMatchObject({
      error: { code },
    })
  })

  test('is asked for again until there is one', async () => {
    const { put, until, connected, news } = await hostile({ 'list.txt': 'many' })
    await until(({ status }) => status === 'failed')
    put('list.txt', '')
    await connected()
    expect(news.map(({ status }) => status).slice(0, 3)).toEqual(['connecting', 'failed', 'connecting'])
  })

  test('leaves out what is no tool, and says so', async () => {
    const { connected } = await hostile({ 'list.txt': 'broken' })
    const { catalog, error } = await connected()
    expect(catalog?.tools.map(({ name }) => name)).toEqual(['plain'])
    expect(error).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ params: { kind: 'tool', name: 'bad' } })]),
    })
  })
})

describe('a question of the server', () => {
  test('is put to people for the Call that runs, with its schema', async () => {
    const { run } = await connectedHostile()
    const questions: Question[] = []
    const elicit = async (question: Question) => {
      questions.push(question)
      return { action: 'accept' as const, content: { sugar: true } }
    }
    expect(await run('asks', {}, { elicit })).toMatchObject({
      text: '{"action":"accept","content":{"sugar":true}}',
    })
    expect(questions).toMatchObject([
      { server: 'one', message: 'Sugar?', schema: { properties: { sugar: { type: 'boolean' } } } },
    ])
  })

  test('that sends people somewhere, or wants a model, is not put to anybody', async () => {
    const { run } = await connectedHostile()
    const elicit = () => Promise.reject(new Error('Nobody is to be asked'))
    expect(await run('asks_url', {}, { elicit })).toMatchObject({ text: expect.stringContaining('code') })
    expect(await run('asks_model', {}, { elicit })).toMatchObject({ text: expect.stringContaining('-32601') })
  })
})
