import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { McpSandbox } from '@/lib/domain/servers/mcp-server'
import { phrase, plain } from '@/lib/messages/phrase'
import { isRunning } from '../testing/is-running'
import type { ServerConfig } from './server-config'
import { ownFiles, ownPaths } from './server-program'
import { HOSTILE, nodeServer, reachServers, temporaryFolder } from './testing/servers'

const NONE = false as const satisfies McpSandbox

/** What a tool of the server gave, as text. */
const said = (outcome: unknown): string => (outcome as { text: string }).text

const until = (name: string, isThere: boolean) =>
  vi.waitFor(() => expect(isRunning(name)).toBe(isThere), { timeout: 60_000, interval: 50 })

describe('in the sandbox', () => {
  test('a server sees its program, what its arguments name, and nothing else', async () => {
    const folder = temporaryFolder()
    const elsewhere = temporaryFolder()
    writeFileSync(path.join(folder, 'tea.txt'), 'green')
    writeFileSync(path.join(elsewhere, 'tea.txt'), 'black')
    const { connected, run } = await reachServers([nodeServer({ args: [HOSTILE, folder] })])
    await connected()
    expect(said(await run('reads', { path: path.join(folder, 'tea.txt') }))).toBe('green')
    for (const place of [path.join(elsewhere, 'tea.txt'), '/etc/passwd', path.resolve('package.json')])
      expect(said(await run('reads', { path: place }))).toBe('nothing')
  })

  test('it sees the data of the installation in no folder that it is shown', async () => {
    const folder = temporaryFolder()
    const dataDir = path.join(folder, 'data')
    mkdirSync(dataDir)
    for (const place of [folder, dataDir]) writeFileSync(path.join(place, 'tea.txt'), 'green')
    const sandbox = { read: [folder], write: [dataDir], network: false }
    const server = nodeServer({ args: [HOSTILE, dataDir], sandbox })
    const { connected, run } = await reachServers([server], { dataDir })
    await connected()
    expect(said(await run('reads', { path: path.join(folder, 'tea.txt') }))).toBe('green')
    expect(said(await run('reads', { path: path.join(dataDir, 'tea.txt') }))).toBe('nothing')
  })

  test('it sees the workspace where that lies in the data, as far as it is shown', async () => {
    const dataDir = temporaryFolder()
    const workspace = path.join(dataDir, 'workspace')
    mkdirSync(workspace)
    for (const place of [dataDir, workspace]) writeFileSync(path.join(place, 'tea.txt'), 'green')
    for (const args of [[HOSTILE, workspace], [HOSTILE]]) {
      const { connected, run } = await reachServers([nodeServer({ args })], { dataDir, workspace })
      await connected()
      const shown = args.includes(workspace) ? 'green' : 'nothing'
      expect(said(await run('reads', { path: path.join(workspace, 'tea.txt') }))).toBe(shown)
      expect(said(await run('reads', { path: path.join(dataDir, 'tea.txt') }))).toBe('nothing')
    }
  })

  test('no file of a shell is read on its way', async () => {
    const home = temporaryFolder()
    const place = path.join(home, 'read')
    writeFileSync(path.join(home, '.bashrc'), `touch '${place}'`)
    const { connected } = await reachServers([
      nodeServer({ args: [HOSTILE], sandbox: false, env: { HOME: home } }),
    ])
    await connected()
    expect(existsSync(place)).toBe(false)
  })

  test('it does not see the data by another name either, and runs where its own program lies in them', async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()]
    const dataDir = path.dirname(path.dirname(process.execPath))
    const alias = path.join(elsewhere, 'alias')
    symlinkSync(dataDir, alias)
    const sandbox = { read: [alias, path.dirname(dataDir)], write: [], network: false }
    const { connected, run } = await reachServers([nodeServer({ args: [HOSTILE, folder], sandbox })], {
      dataDir,
    })
    await connected()
    for (const place of [alias, dataDir])
      expect(said(await run('lists', { path: place }))).toBe(place === alias ? 'nothing' : 'bin')
  })

  test.each([{ sandbox: undefined }, { sandbox: NONE }])(
    'and out of it its environment is its own alone',
    async ({ sandbox }) => {
      process.env.COUNTERSIGN_CANARY = 'CANARY'
      onTestFinished(() => void delete process.env.COUNTERSIGN_CANARY)
      const env = { TEA: 'green' }
      const server = nodeServer({
        args: [HOSTILE, temporaryFolder()],
        env,
        ...(sandbox === NONE ? { sandbox } : {}),
      })
      const { connected, run } = await reachServers([server])
      await connected()
      const text = said(await run('environment'))
      expect(JSON.parse(text)).toMatchObject(env)
      expect(text).not.toContain('CANARY')
    },
  )
})

describe('a server does not start', () => {
  const failure = async (server: ServerConfig, setting = {}) => {
    const { until: news } = await reachServers([server], setting)
    const { error } = await news(({ status }) => status === 'failed')
    return error && phrase(error)
  }

  test('where there is no sandbox, and its owner is told how to get one', async () => {
    const server = nodeServer({ args: [HOSTILE, temporaryFolder()] })
    const reason = 'bubblewrap is not installed: install it'
    expect(await failure(server, { sandbox: { kind: 'unavailable', reason: plain(reason) } })).toContain(
      reason,
    )
    expect(await failure(server, { sandbox: { kind: 'none' } })).toContain(
      'turn the sandbox off for this server',
    )
  })

  test('where its files are others than before, until a person connects it', async () => {
    const held = { ...nodeServer({ args: [HOSTILE, temporaryFolder()] }), isHeld: true }
    const { until: news, connected, connections } = await reachServers([held])
    await news(({ status }) => status === 'failed')
    await connections.reconnect('one')
    await connected()
  })

  test('where there is no such program, or it ends at once, which its own words explain', async () => {
    const { reach, ...server } = nodeServer({ args: ['/nowhere.js'] })
    expect(await failure({ ...server, reach })).toContain("Cannot find module '/nowhere.js'")
    const missing = { ...reach, command: 'no-such-program' } as ServerConfig['reach']
    expect(await failure({ ...server, reach: missing })).toContain('no-such-program cannot be started')
  })
})

test('what of a server lies in the workspace is what its command, arguments and folders name below it', () => {
  const args = ['--config=/ws/b/c', '--import=file:///ws/f', '-I/ws/i', '/ws', '/other', 'd', '/ws/../e']
  const sandbox = { read: ['/ws/r'], write: [], network: false }
  expect(ownPaths({ command: '/ws/a', args, sandbox }, '/ws')).toEqual(['a', 'b/c', 'f', 'i', 'r'])
})

test('a file of a server that cannot be read is another than one that can, and no fault of others', async () => {
  const reach = { command: '/proc/self/mem', args: [], sandbox: NONE }
  const files = await ownFiles(reach, { workspace: '/proc/self', hash: () => 'hash' })
  expect(files).toEqual({ mem: expect.stringContaining('EIO') })
})

/** A process that reaches a server, whose tool left something running. */
function holder(sandbox: McpSandbox, word: string) {
  const folder = temporaryFolder()
  const name = `left-${process.pid}-${word}`
  const program = `
    const { openSandbox } = await import('@/lib/tools/sandbox/sandbox')
    const { openServers } = await import('@/lib/tools/servers/servers')
    const { serverTools } = await import('@/lib/tools/servers/server-tools')
    const server = ${JSON.stringify(nodeServer({ args: [HOSTILE, folder], sandbox }))}
    const log = () => undefined
    const sandbox = await openSandbox({ kind: 'bubblewrap', read: [] })
    const onNews = async ({ catalog }) => {
      if (!catalog) return
      const { tools } = serverTools(server, catalog, connections)
      const leaves = tools.find(tool => tool.name === 'one__leaves')
      const signal = new AbortController().signal
      await leaves.perform({ name: '${name}' }, { sessionId: 's', signal, beforeEffect: log, onOutput: log })
    }
    const connections = openServers({ sandbox, dataDir: undefined, hash: String, log, onNews })
    await connections.configure([server])`
  const args = ['--import', './scripts/typescript-hooks.mjs', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, name, server: `${process.execPath} ${HOSTILE} ${folder}` }
}

describe.each<{ where: string; sandbox: McpSandbox }>([
  { where: 'in a sandbox', sandbox: { read: [], write: [], network: false } },
  { where: 'without one', sandbox: NONE },
])('a server $where', ({ where, sandbox }) => {
  test('ends with all that it started where this process is killed', { timeout: 120_000 }, async () => {
    const { child, name, server } = holder(sandbox, where.slice(0, 2))
    await until(name, true)
    expect(isRunning(server)).toBe(true)
    child.kill('SIGKILL')
    await until(name, false)
    await until(server, false)
  })

  test('ends with all that it started when it is no longer configured', async () => {
    const folder = temporaryFolder()
    const name = `left-${process.pid}-${where.slice(0, 2)}-closed`
    const { connected, run, connections } = await reachServers([
      nodeServer({ args: [HOSTILE, folder], sandbox }),
    ])
    await connected()
    const names = [name, `${name}-detached`]
    for (const each of names) await run('leaves', { name: each, detached: each !== name })
    for (const each of names) await until(each, true)
    await connections.configure([])
    for (const each of names) await until(each, false)
    await until(`${process.execPath} ${HOSTILE} ${folder}`, false)
  })
})
