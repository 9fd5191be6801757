import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf } from '@/test/http/http-client'
import { fileWorld } from '@/test/http/http-story'

const HELD = 'key-of-a-provider-0815'
const served = fileWorld({ secrets: [HELD] })

test('the files of the workspace are found by a part of their path, and never lead out of it', async () => {
  const { does, tries, world } = served()
  const files = ['notes.md', 'a/notes.txt', 'a/b/c.md', '.env', 'node_modules/notes.js', `${HELD}.txt`]
  for (const file of files) await world.puts(file, 'x')
  mkdirSync(path.join(world.workspace, 'empty'))
  symlinkSync('/etc', path.join(world.workspace, 'etc'))
  const paths = async (query = {}) => (await does('listPaths', { query })).items.map(item => item.path)
  const rows: [object, string[]][] = [
    [{}, ['notes.md', 'a/notes.txt', 'a/b/c.md']],
    [{ q: 'NOTES' }, ['notes.md', 'a/notes.txt']],
    [{ path: 'a', q: 'c' }, ['b/c.md']],
    [{ path: 'nowhere' }, []],
    [{ kind: 'folder' }, ['a', 'empty', 'a/b']],
  ]
  for (const [query, wanted] of rows) expect([query, await paths(query)]).toEqual([query, wanted])
  for (const [limit, truncated] of [
    ['1', true],
    ['2', true],
    ['3', false],
  ] as const) {
    const { items, ...more } = await does('listPaths', { query: { limit } })
    expect([items.length, more.truncated]).toEqual([Number(limit), truncated])
  }
  for (const folder of ['etc', 'notes.md'])
    expect(faultsOf(await tries('listPaths', { query: { path: folder } }))).toEqual(['/path'])
})
