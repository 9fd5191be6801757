import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hash, temporaryWorkspace } from '../../testing/temporary-workspace'

const write = (path: string, content: string) => ['write_file', { path, content }] as const

describe('between its preview and its effect', () => {
  const shownThen = async (workspace: ReturnType<typeof temporaryWorkspace>, change: () => void) => {
    const shown = await workspace.previews(...write('d/a', 'new'))
    if (shown.kind === 'error') throw new Error(shown.message)
    change()
    const before = workspace.all()
    const done = await workspace.performs(...write('d/a', 'new'), { preview: shown.preview })
    expect(workspace.all()).toEqual(before)
    return done
  }

  test('a file that was changed is left as it is', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('d/a', 'old')
    expect(await shownThen(workspace, () => workspace.put('d/a', 'changed'))).toEqual({ kind: 'drifted' })
    expect(workspace.read('d/a')).toBe('changed')
  })

  test('a file that came into being is left as it is', async () => {
    const workspace = temporaryWorkspace()
    expect(await shownThen(workspace, () => workspace.put('d/a', 'mine'))).toEqual({ kind: 'drifted' })
    expect(workspace.read('d/a')).toBe('mine')
  })

  test('a file that went away is not made again', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('d/a', 'old')
    const moved = () => renameSync(workspace.at('d'), workspace.at('e'))
    expect(await shownThen(workspace, moved)).toEqual({ kind: 'drifted' })
  })

  test('a link that took its place is refused', async () => {
    const workspace = temporaryWorkspace()
    mkdirSync(workspace.at('d'))
    const linked = () => symlinkSync(join(workspace.outside, 'canary.txt'), workspace.at('d/a'))
    expect(await shownThen(workspace, linked)).toMatchObject({ kind: 'error' })
    expect(workspace.outsideIsUntouched()).toBe(true)
  })

  test('a preview of another file does not count', async () => {
    const workspace = temporaryWorkspace()
    const shown = await workspace.previews(...write('b', 'new'))
    if (shown.kind === 'error') throw new Error(shown.message)
    expect(await workspace.performs(...write('a', 'new'), { preview: shown.preview })).toEqual({
      kind: 'drifted',
    })
  })
})

/** `hash` is called for the last time after the last look, right before the effect: a place to interfere. */
describe('at the last moment', () => {
  const interfering = (interfere: () => void) => {
    let calls = 0
    return (bytes: Uint8Array | string): string => {
      calls += 1
      if (calls === 3) interfere()
      return hash(bytes)
    }
  }

  test('an abort leaves nothing, no folder and no temporary file either', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', 'old')
    const abort = new AbortController()
    const done = await workspace.performs(...write('a', 'new'), {
      signal: abort.signal,
      hash: interfering(() => abort.abort()),
    })
    expect(done).toMatchObject({ kind: 'error', details: { stopped: true } })
    expect([workspace.all(), workspace.read('a')]).toEqual([['a'], 'old'])
  })

  test('a folder that was exchanged for a link does not lead the write outside', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('d/canary.txt', 'old')
    const done = await workspace.performs(...write('d/canary.txt', 'new'), {
      hash: interfering(() => {
        renameSync(workspace.at('d'), workspace.at('moved'))
        symlinkSync(workspace.outside, workspace.at('d'))
      }),
    })
    expect(done.kind).toBe('ok')
    expect(workspace.read('moved/canary.txt')).toBe('new')
    expect(workspace.outsideIsUntouched()).toBe(true)
  })

  test('a file that was exchanged for a link is replaced itself, not what the link names', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', 'old')
    await workspace.performs(...write('a', 'new'), {
      hash: interfering(() => {
        renameSync(workspace.at('a'), workspace.at('moved'))
        symlinkSync(join(workspace.outside, 'canary.txt'), workspace.at('a'))
      }),
    })
    expect(workspace.outsideIsUntouched()).toBe(true)
  })
})

test('a change while the new content is being written is seen', async () => {
  const workspace = temporaryWorkspace()
  workspace.put('a', 'old')
  let calls = 0
  const done = await workspace.performs(
    'write_file',
    { path: 'a', content: 'new' },
    {
      hash: bytes => {
        calls += 1
        if (calls === 1) workspace.put('a', 'changed meanwhile')
        return hash(bytes)
      },
    },
  )
  expect(done).toEqual({ kind: 'drifted' })
  expect([workspace.all(), workspace.read('a')]).toEqual([['a'], 'changed meanwhile'])
})

test('an abort while folders are made removes them again', async () => {
  const workspace = temporaryWorkspace()
  workspace.put('kept/x', '')
  const abort = new AbortController()
  const done = await workspace.performs(
    'write_file',
    { path: 'kept/b/c/a', content: 'new' },
    {
      signal: abort.signal,
      hash: bytes => {
        abort.abort()
        return hash(bytes)
      },
    },
  )
  expect(done).toMatchObject({ kind: 'error', details: { stopped: true } })
  expect(workspace.all()).toEqual(['kept/', 'kept/x'])
})
