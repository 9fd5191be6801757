import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { createWorld } from '@/lib/testing/world/world'

const HELD = 'key-of-a-provider-0815'

async function served(files: string[]) {
  const world = await createWorld()
  const { url } = await serveApi({ start: () => world.startServer({ secrets: [HELD] }) })
  for (const file of files) await world.puts(file, 'x')
  const look = async (query = '') => {
    const answer = agreed('listPaths', await ask(url, `GET /api/workspace/files${query}`)) as {
      items: { path: string; kind: string }[]
      truncated: boolean
    }
    return { ...answer, paths: answer.items.map(item => item.path) }
  }
  return { world, url, look }
}

describe('the files of the workspace', () => {
  test('are found by a part of their path, below the folder that is named', async () => {
    const { look } = await served(['notes.md', 'a/notes.txt', 'a/b/c.md', '.env', 'node_modules/notes.js'])
    expect((await look()).paths).toEqual(['notes.md', 'a/notes.txt', 'a/b/c.md'])
    expect((await look('?q=NOTES')).paths).toEqual(['notes.md', 'a/notes.txt'])
    expect((await look('?path=a&q=c')).paths).toEqual(['b/c.md'])
    expect(await look('?limit=1')).toMatchObject({ paths: ['notes.md'], truncated: true })
    expect((await look('?path=nowhere')).paths).toEqual([])
  })

  test('are left out where their path holds a secret', async () => {
    const { look } = await served(['notes.md', `${HELD}.txt`])
    expect((await look()).paths).toEqual(['notes.md'])
  })

  test('may be its folders, empty ones too', async () => {
    const { look, world } = await served(['a/b/c.md', 'd.md'])
    mkdirSync(path.join(world.workspace, 'empty'))
    const { paths, items } = await look('?kind=folder')
    expect(paths).toEqual(['a', 'empty', 'a/b'])
    expect(items.map(({ kind }) => kind)).toEqual(['folder', 'folder', 'folder'])
  })

  test('never lead out of it', async () => {
    const { look, url, world } = await served(['a.md'])
    symlinkSync('/etc', path.join(world.workspace, 'etc'))
    expect((await look()).paths).toEqual(['a.md'])
    expect((await look('?kind=folder')).paths).toEqual([])
    for (const folder of ['..', '/etc', 'etc', 'a.md', '%00']) {
      const answer = await ask(url, `GET /api/workspace/files?path=${folder}`)
      expect(refused(answer, 'invalid_request')).toMatchObject({ errors: [{ path: '/path' }] })
    }
    const stranger = await fetch(`${url}/api/workspace/files`)
    expect(stranger.status).toBe(401)
  })
})
