import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { openServers } from '@/lib/tools/servers/servers'
import { HOSTILE, temporaryFolder } from '@/lib/tools/servers/testing/servers'
import { call, ok, type Scripted, scenario } from '@/test/world/scenario'
import { addServers } from '../actions/servers/mcp-servers'

const done: Scripted = { text: 'Done.' }
const PROGRAM = 'tools/server.mjs'
const use = call('desk__plain', {})
const source = readFileSync(HOSTILE, 'utf8')
/** It writes a file as soon as it runs. */
const rewritten = (mark: string) =>
  `${source}\nreadFileSync && (await import('node:fs')).writeFileSync('${mark}', '')`

test('a program that the agent can rewrite is guarded like a file that programs trust, and runs only as it was accepted', async () => {
  const s = await scenario(
    {},
    { server: { openServers: options => openServers({ ...options, times: { retry: 10, close: 100 } }) } },
  )
  await s.world.puts(PROGRAM, source)
  const args = [path.join(s.world.workspace, PROGRAM), temporaryFolder()]
  const input = { name: 'desk', command: process.execPath, args, sandbox: false as const }
  expect(ok(await addServers(s.deps, { input, person: OWNER }))).toMatchObject([{ inWorkspace: [PROGRAM] }])
  await s.world.until('it is connected', async () => s.deps.tools.tool('desk__plain'))
  await s.plays([use, done])
  await s.asks('desk__plain')
  await s.approves('desk__plain')
  await s.ends('final_text')

  await s.plays([call('write_file', { path: PROGRAM, content: 'x' }), done])
  expect((await s.asks('write_file')).risk).toMatchObject({ level: 'high' })
  await s.denies('write_file')
  await s.ends('final_text')

  await s.world.puts(PROGRAM, rewritten(path.join(s.world.workspace, 'ran')))
  await s.plays([use, done])
  await s.asks('desk__plain')
  await s.approves('desk__plain')
  const anew = await s.asks('desk__plain', 'drifted')
  expect(anew.preview?.definition?.unified).toContain(PROGRAM)
  expect(await s.world.files()).not.toContain('ran')
  await s.approves('desk__plain')
  await s.ends('final_text')
  expect(await s.callNow(anew.id)).toMatchObject({ result: { kind: 'ok' } })
  expect(await s.world.files()).toContain('ran')
  await s.world.until('it is listed as it is now', async () => {
    const row = await s.world.db.mcpServer.findFirstOrThrow()
    return row.status === 'connected' && row.catalog
  })
})
