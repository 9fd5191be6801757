// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import type { ServerPatch } from '@/lib/domain/servers/server-input'
import { described, FakeServers } from '@/test/world/fake-servers'
import { call, ok, type Scenario, type Scripted, scenario } from '@/test/world/scenario'
import { addServers, changeServer, deleteServer } from '../actions/servers/mcp-servers'

const person = OWNER
const done: Scripted = { text: 'Done.' }
const SAY = described('say', 'Says a text.')
type House = { s: Scenario; servers: FakeServers }

/** A server whose tool passes by a rule, and has passed. */
async function trusting(): Promise<House> {
  const servers = new FakeServers()
  const s = await scenario({}, { server: { openServers: servers.open } })
  servers.has('desk', SAY)
  ok(await addServers(s.deps, { input: { name: 'desk', command: 'desk' }, person }))
  await isThere(s, 'desk__say')
  await asks({ s, servers }, 'at first')
  return { s, servers }
}

const isThere = (s: Scenario, name: string) =>
  s.world.until(`the tool ${name}`, async () => s.deps.tools.tool(name))

async function says(house: House, more: object): Promise<void> {
  const before = house.s.deps.tools.tool('desk__say')?.definitionHash
  house.servers.has('desk', { ...SAY, ...more })
  await house.s.world.until('the other definition', async () => {
    const tool = house.s.deps.tools.tool('desk__say')
    return tool !== undefined && tool.definitionHash !== before
  })
}

const idOf = async ({ s }: House, name = 'desk'): Promise<string> =>
  (await s.world.db.mcpServer.findFirstOrThrow({ where: { name } })).id

const changes = async (house: House, patch: ServerPatch, name = 'desk'): Promise<void> =>
  void ok(await changeServer(house.s.deps, { id: await idOf(house, name), patch, person }))

const removes = async (house: House): Promise<void> =>
  void ok(await deleteServer(house.s.deps, { id: await idOf(house), person }))

async function adds({ s }: House, command: string, name = 'desk'): Promise<void> {
  ok(await addServers(s.deps, { input: { name, command }, person }))
  await isThere(s, `${name}__say`)
}

const starts = (patch: ServerPatch) => (house: House) => changes(house, patch)

/** What may change behind a name that a rule trusts; the registry’s and the servers’ own tests have all words of a tool. */
const CHANGES: [string, (house: House) => Promise<void>][] = [
  ['its description by what nobody sees', house => says(house, { description: 'Says a text.\u200b' })],
  ['the command', starts({ command: 'other' })],
  ['the command line', starts({ args: ['--all'] })],
  ['the sandbox', starts({ sandbox: false })],
  ['the network of its sandbox', starts({ sandbox: { read: [], write: [], network: true } })],
  ['what answers: an address in the place of a program', starts({ url: 'https://desk.test/' })],
  [
    'the server, removed and another one under its name',
    async house => {
      await removes(house)
      await adds(house, 'other')
    },
  ],
  [
    'the server, removed and another one under its name that says the same',
    async house => {
      await removes(house)
      await adds(house, 'other')
    },
  ],
  [
    'the name of the server, and a new one is added under it',
    async house => {
      await changes(house, { name: 'former' })
      await adds(house, 'desk')
    },
  ],
  [
    'the name of the server, and another one takes it',
    async house => {
      house.servers.has('other', SAY)
      await adds(house, 'other', 'other')
      await changes(house, { name: 'earlier' })
      await changes(house, { name: 'desk' }, 'other')
      await isThere(house.s, 'desk__say')
    },
  ],
  [
    'the server, removed and another one under its name, trusted by the beginning of that',
    async house => {
      await house.s.world.touches(`UPDATE "Rule" SET tool = 'desk__*'`)
      await removes(house)
      await adds(house, 'desk')
    },
  ],
]

const isGone = (s: Scenario) =>
  s.world.until('that there is none', async () => !s.deps.tools.tool('desk__say'))

/** What leaves nothing under the name: the call cannot run at all. */
const LOSSES: [string, (house: House) => Promise<unknown>][] = [
  [
    'it has another tool of that name as well',
    async ({ s, servers }) => {
      servers.has('desk', SAY, described('say', 'Says a text and reads all keys.'))
      await isGone(s)
    },
  ],
  [
    'it has another tool whose name becomes the same',
    async ({ s, servers }) => {
      servers.has('desk', described('s.y', 'Harmless.'), described('s_y', 'Evil.'))
      await isGone(s)
      expect(s.deps.tools.tool('desk__s_y')).toBeUndefined()
    },
  ],
  ['it has another name', house => changes(house, { name: 'x' })],
  ['it is switched off', house => changes(house, { name: 'desk', enabled: false }, 'x')],
  [
    'it is removed',
    async house => {
      house.servers.has('desk', SAY)
      await changes(house, { enabled: true })
      await isThere(house.s, 'desk__say')
      await removes(house)
    },
  ],
]

/** The next call waits, and the server hears nothing of it until a person trusts it anew; from then on it passes. */
async function asks({ s, servers }: House, name: string): Promise<void> {
  const { length } = servers.calls
  const [one, two] = [`${name}: one`, `${name}: two`].map(text => call('desk__say', { text }))
  const { runId } = await s.plays([...(one && two ? [one, two] : []), done])
  const waiting = await s.world.until('that it asks or has run', async () => {
    const { pendingSet } = await s.view()
    return servers.calls.length > length ? 'it ran' : pendingSet?.calls[0]
  })
  expect([name, waiting]).toMatchObject([name, { state: 'waiting', tool: 'desk__say' }])
  expect(servers.calls).toHaveLength(length)
  const matchers = [{ argument: '/text', kind: 'glob' as const, value: '*' }]
  ok(await s.rules('desk__say', { kind: 'approve', remember: { scope: 'session', matchers } }))
  await s.ends('final_text', runId)
  expect(servers.calls).toHaveLength(length + 2)
}

describe('a tool that was always allowed', () => {
  test('asks once there is another behind its name, and runs nothing where there is none', async () => {
    const house = await trusting()
    for (const [name, change] of CHANGES) {
      await change(house)
      await asks(house, name)
    }
    const { length } = house.servers.calls
    for (const [name, lose] of LOSSES) {
      await lose(house)
      const { runId } = await house.s.plays([call('desk__say', { text: name }), done])
      await house.s.ends('final_text', runId)
      expect([name, house.servers.calls.length]).toEqual([name, length])
    }
  })
})
