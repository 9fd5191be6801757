import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call/call'
import { OWNER } from '@/lib/domain/contract/person'
import { openServers } from '@/lib/tools/servers/servers'
import { HOSTILE, temporaryFolder } from '@/lib/tools/servers/testing/servers'
import { call, ok, type Scripted, scenario } from '@/test/world/scenario'
import { addServers, deleteServer } from '../actions/servers/mcp-servers'

const done: Scripted = { text: 'Done.' }
const person = OWNER
const use = (tool: string): Scripted => call(`desk__${tool}`, {})

/** The program that does what it likes, as a server of a process that works on sessions. */
async function withHostile() {
  const folder = temporaryFolder()
  const s = await scenario(
    {},
    { server: { openServers: options => openServers({ ...options, times: { retry: 10, close: 100 } }) } },
  )
  const settings = { command: process.execPath, args: [HOSTILE, folder], sandbox: false as const }
  const [server] = ok(await addServers(s.deps, { input: { name: 'desk', ...settings }, person }))
  await s.world.until('it is connected', async () => s.deps.tools.tool('desk__plain'))
  const settled = async (id: string): Promise<Call> =>
    s.world.until('it is settled', async () => {
      const one = await s.callNow(id)
      return one.state === 'settled' && one
    })
  /** Approves the one Call of a tool that waits. */
  const approves = async (tool: string): Promise<string> => {
    const { id } = await s.asks(`desk__${tool}`)
    await s.approves(`desk__${tool}`)
    return id
  }
  const describes = (text: string): void => writeFileSync(path.join(folder, 'description.txt'), text)
  return { s, folder, id: server?.id ?? '', approves, settled, describes }
}

/** Processes whose command line names this. */
const processesOf = (name: string): string[] =>
  readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && commandLine(pid).includes(name))

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const result = (kind: string, text: string) => ({ result: { kind, text: expect.stringContaining(text) } })

test('a server that dies leaves one Result, one that is slow is stopped, one that changes is shown anew, and nothing of it is left', async () => {
  const { s, folder, id, approves, settled, describes } = await withHostile()
  await s.plays([use('dies'), use('refuses'), done])
  expect(await settled(await approves('dies'))).toMatchObject(result('unknown', 'there is no more tea'))
  expect(await settled(await approves('refuses'))).toMatchObject(result('error', '(-32602): no tea'))
  await s.ends('final_text')
  await s.plays([use('never'), done])
  const slow = await approves('never')
  await s.world.until('it runs', async () => (await s.callNow(slow)).state === 'executing')
  await s.stops()
  // By then it may have been on its way or not.
  expect(await settled(slow)).toMatchObject({ result: { kind: expect.stringMatching(/^(unknown|error)$/) } })
  await s.plays([use('plain'), done])
  await s.asks('desk__plain')
  describes('Sends your tea away')
  await s.approves('desk__plain')
  const anew = await s.asks('desk__plain', 'drifted')
  expect(JSON.stringify(anew.preview)).toContain('Sends your tea away')
  await s.approves('desk__plain')
  expect(await settled(anew.id)).toMatchObject(result('ok', 'done'))
  await s.ends('final_text')
  ok(await deleteServer(s.deps, { id, person }))
  await s.world.until('nothing of it runs', async () => processesOf(folder).length === 0)
})
