import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import type { ProcessConfig } from '@/lib/server/process-config'
import { operations, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { anotherStory, type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'
import { createWorld, type World } from '@/test/world/world'

const health = async (url: string) => (await operations(url).does('readHealth')) as Health

const serves = (world: World, config: Partial<ProcessConfig> = {}) =>
  serveApi({ start: () => world.startServer(config) })

test('nothing that lies in the workspace says whose it is: an agent that writes there switches nothing off', async () => {
  const s = await httpStory()
  expect(await readdir(s.world.workspace)).toEqual([])
  const marker = call('write_file', { path: '.countersign-workspace', content: 'x' })
  const { runId } = await s.plays([marker, { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.ends(runId)
  const again = await serves(s.world)
  expect(await health(again.url)).toMatchObject({ status: 'ok', workspace: { ok: true } })
})

/** A data directory that lies in the workspace, with all that an installation lives by. */
async function insideOut(): Promise<{ world: World; dataDir: string; headsFile: string; story: HttpStory }> {
  const world = await createWorld()
  const dataDir = path.join(world.workspace, 'State')
  const headsFile = path.join(world.workspace, 'heads.jsonl')
  await mkdir(path.join(dataDir, 'logs'), { recursive: true })
  for (const name of ['token', 'logs/postgres']) await writeFile(path.join(dataDir, name), 'a secret thing\n')
  await writeFile(headsFile, '')
  const served = await serves(world, { dataDir, headsFile })
  return { world, dataDir, headsFile, story: await anotherStory({ world, ...served }) }
}

test('what the installation lives by is out of reach of every tool, though it lies in the workspace', async () => {
  const { world, dataDir, headsFile, story: s } = await insideOut()
  const named = ['State/token', './State//token', 'State/logs/postgres', 'heads.jsonl', 'State/workspace-id']
  const calls = [
    ...named.flatMap(file => [
      call('read_file', { path: file }),
      call('file_info', { path: file }),
      call('write_file', { path: file, content: 'x' }),
      call('edit_file', { path: file, old: 'a', new: 'b' }),
    ]),
    call('write_file', { path: 'State/new/file', content: 'x' }),
    call('list_files', { path: 'State' }),
    call('list_files', {}),
    call('search_files', { pattern: 'secret thing' }),
  ].flatMap(each => each.calls ?? [])
  const { runId } = await s.plays([{ calls }, { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.ends(runId)
  const { transcript } = await s.view()
  expect(JSON.stringify(transcript)).not.toContain('a secret thing')
  expect(JSON.stringify(transcript)).toContain('belongs to Countersign itself')
  expect(await readFile(path.join(dataDir, 'token'), 'utf8')).toBe('a secret thing\n')
  expect(await readFile(headsFile, 'utf8')).not.toContain('x\n')
  expect((await readdir(dataDir)).sort()).toEqual(['logs', 'token', 'workspace-id'])
  expect((await world.files()).sort()).toEqual(['State', 'heads.jsonl'])
  refused(await s.tries('changeSession', { body: { workspace: 'State/logs' } }), 'invalid_request')
})

test('once it was moved no tool runs, and Health says why, until it is back', async () => {
  const { world, dataDir, story: s } = await insideOut()
  const runs = async () => {
    const { runId } = await s.plays([call('list_files', {}), { text: 'Done.' }])
    await s.decides(await s.waits())
    await s.ends(runId)
    return (await world.db.call.findFirst({ orderBy: { id: 'desc' } }))?.result
  }
  await rename(dataDir, `${dataDir}-moved`)
  expect(await health(s.url)).toMatchObject({ status: 'degraded', codedText: [{ code: 'health.moved' }] })
  expect(await runs()).toMatchObject({ kind: 'error' })
  await rename(`${dataDir}-moved`, dataDir)
  expect(await health(s.url)).toMatchObject({ status: 'ok' })
  expect(await runs()).toMatchObject({ kind: 'ok' })
})

test('so it is where what was moved was made after the start, and is named by a link', async () => {
  const world = await createWorld()
  const link = `${world.workspace}-link`
  await symlink(world.workspace, link)
  const headsFile = path.join(link, 'heads.jsonl')
  const { url } = await serves(world, { headsFile })
  expect(await health(url)).toMatchObject({ status: 'ok' })
  await writeFile(headsFile, '')
  expect(await health(url)).toMatchObject({ status: 'ok' })
  await rename(headsFile, `${headsFile}-moved`)
  expect(await health(url)).toMatchObject({ status: 'degraded', codedText: [{ code: 'health.moved' }] })
})

test('servers with data directories of their own see the same workspace, or say that they do not', async () => {
  const world = await createWorld()
  const at = async (name: string) => {
    const dataDir = path.join(world.workspace, '..', `${path.basename(world.workspace)}-${name}`)
    await mkdir(dataDir, { recursive: true })
    return dataDir
  }
  const [one, other] = [await at('one'), await at('other')]
  expect(await health((await serves(world, { dataDir: one })).url)).toMatchObject({ status: 'ok' })
  const same = await serves(world, { dataDir: other })
  expect(await health(same.url)).toMatchObject({ status: 'ok' })
  const { workspace } = await world.db.installation.findUniqueOrThrow({ where: { id: 1 } })
  for (const dataDir of [one, other])
    expect(await readFile(path.join(dataDir, 'workspace-id'), 'utf8')).toContain(workspace)
  const elsewhere = path.join(one, 'elsewhere')
  const strange = await serveApi({
    start: async () => {
      const server = await world.startServer({ dataDir: other, workspace: elsewhere })
      server.errors.splice(0)
      return server
    },
  })
  const { status, problems } = await health(strange.url)
  expect([status, problems]).toEqual(['degraded', [expect.stringContaining(`write ${workspace} into`)]])
  // The person says that this is it, for example after a copy was put back.
  await writeFile(path.join(other, 'workspace-id'), `${workspace}\n`)
  const vouched = await serves(world, { dataDir: other, workspace: elsewhere })
  expect(await health(vouched.url)).toMatchObject({ status: 'ok' })
})

test('a data directory that was copied with the workspace in it still knows it', async () => {
  const world = await createWorld()
  const base = path.join(world.workspace, '..', `${path.basename(world.workspace)}-moved`)
  const [before, after] = [path.join(base, 'before'), path.join(base, 'after')]
  for (const dataDir of [before, after]) await mkdir(path.join(dataDir, 'workspace'), { recursive: true })
  const start = (dataDir: string) => serves(world, { dataDir, workspace: path.join(dataDir, 'workspace') })
  const first = await start(before)
  expect(await health(first.url)).toMatchObject({ status: 'ok' })
  await first.current.end()
  await writeFile(path.join(after, 'workspace-id'), await readFile(path.join(before, 'workspace-id')))
  expect(await health((await start(after)).url)).toMatchObject({ status: 'ok' })
})
