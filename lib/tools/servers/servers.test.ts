import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { EVERYTHING, FILESYSTEM, nodeServer, reachServers, TIME, temporaryFolder } from './testing/servers'

const NEVER = new AbortController().signal

const everything = async () => {
  const server = await reachServers([nodeServer({ args: [EVERYTHING, 'stdio'] })])
  return { ...server, catalog: (await server.connected()).catalog }
}

describe('the server of the protocol’s authors, in the sandbox', () => {
  test('says what it has, and its tools run', async () => {
    const { catalog, run } = await everything()
    expect(catalog?.tools.map(tool => tool.name)).toContain('echo')
    expect(await run('echo', { message: 'tea' })).toMatchObject({ kind: 'ok', text: 'Echo: tea' })
    expect(await run('get-structured-content', { location: 'New York' })).toMatchObject({
      kind: 'ok',
      value: { temperature: expect.any(Number) },
    })
    expect(await run('get-tiny-image')).toMatchObject({ images: [{ mediaType: 'image/png' }] })
  })

  test('asks people for the Call that runs', async () => {
    const { run } = await everything()
    const elicit = async () => ({ action: 'accept' as const, content: { name: 'Ada' } })
    expect(await run('trigger-elicitation-request', {}, { elicit })).toMatchObject({
      kind: 'ok',
      text: expect.stringContaining('Ada'),
    })
  })

  test('gives people its resources and prompts', async () => {
    const { catalog, connections } = await everything()
    const uri = catalog?.resources[0]?.uri ?? ''
    expect(await connections.readResource('one', uri, NEVER)).toMatchObject([{ kind: 'text' }])
    expect(catalog?.prompts.map(({ name }) => name)).toContain('args-prompt')
    const prompt = { name: 'args-prompt', arguments: { city: 'Bath' } }
    expect(await connections.getPrompt('one', prompt, NEVER)).toMatchObject([
      { kind: 'text', role: 'user', text: expect.stringContaining('Bath') },
    ])
  })
})

describe('the server of files, in the sandbox', () => {
  test('reads the folder that it is given, and writes it where it may', async () => {
    const folder = temporaryFolder()
    const [read, write] = [path.join(folder, 'read'), path.join(folder, 'write')]
    for (const each of [read, write]) mkdirSync(each)
    writeFileSync(path.join(read, 'tea.txt'), 'green')
    const sandbox = { read: [], write: [write], network: false }
    const { connected, run } = await reachServers([nodeServer({ args: [FILESYSTEM, read, write], sandbox })])
    await connected()
    expect(await run('read_text_file', { path: path.join(read, 'tea.txt') })).toMatchObject({ text: 'green' })
    const put = (at: string) => run('write_file', { path: path.join(at, 'new.txt'), content: 'black' })
    expect(await put(read)).toMatchObject({ kind: 'error', text: expect.stringContaining('EROFS') })
    expect(await put(write)).toMatchObject({ kind: 'ok' })
    expect(readFileSync(path.join(write, 'new.txt'), 'utf8')).toBe('black')
  })
})

test('a server by another hand runs as well', async () => {
  const { connected, run } = await reachServers([nodeServer({ args: [TIME] })])
  await connected()
  expect(await run('current_time', { format: 'YYYY-MM', timezone: 'UTC' })).toMatchObject({ kind: 'ok' })
})

test('two servers are told apart, and one that is gone is no longer called', async () => {
  const [one, two] = ['one', 'two'].map(name => nodeServer({ args: [TIME], name }))
  if (!one || !two) throw new Error('There are two')
  const { connected, run, connections } = await reachServers([one, two])
  await connected('one')
  await connected('two')
  const now = { format: 'YYYY-MM', timezone: 'UTC' }
  expect(await run('two__current_time', now)).toMatchObject({ kind: 'ok' })
  await connections.configure([one])
  expect(await run('one__current_time', now)).toMatchObject({ kind: 'ok' })
  expect(await run('two__current_time', now)).toMatchObject({ kind: 'error' })
  await connections.configure([nodeServer({ args: [TIME], name: 'one', env: { SUGAR: '1' } })])
  expect(await run('one__current_time', now)).toEqual({ kind: 'drifted' })
})
