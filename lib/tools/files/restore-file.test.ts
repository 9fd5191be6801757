import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hash, temporaryWorkspace } from '../testing/temporary-workspace'

const args = (from: Uint8Array | string | null, to: Uint8Array | string | null, path = 'd/a') => ({
  path,
  from: from === null ? 'absent' : hash(from),
  to: to === null ? 'absent' : hash(to),
})

describe('a file is restored', () => {
  test('to the byte, whatever it holds, and keeps its mode', async () => {
    const workspace = temporaryWorkspace()
    const bytes = Buffer.from([0, 255, 13, 10, 0xc3, 0x28])
    workspace.put('d/a', 'new')
    chmodSync(workspace.at('d/a'), 0o751)
    expect(await workspace.runs('restore_file', args('new', bytes))).toMatchObject({
      kind: 'ok',
      text: 'Put d/a back as it was (2 lines, 6 bytes).',
      changes: [{ path: 'd/a', before: Buffer.from('new'), after: bytes }],
    })
    expect(Buffer.from(workspace.read('d/a'), 'utf8')).toEqual(Buffer.from(bytes.toString('utf8')))
    expect(statSync(workspace.at('d/a')).mode & 0o777).toBe(0o751)
    expect(workspace.all()).toEqual(['d/', 'd/a'])
  })

  test('to nothing where it was made, and from nothing where it was removed, with its folder', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('d/a', 'new')
    const done = await workspace.runs('restore_file', args('new', null))
    expect(done).toMatchObject({
      kind: 'ok',
      text: 'Removed d/a again.',
      details: { hash: 'absent', bytesWritten: 0 },
      changes: [{ after: null }],
    })
    expect(workspace.all()).toEqual(['d/'])
    rmSync(workspace.at('d'), { recursive: true })
    expect(await workspace.runs('restore_file', args(null, ''))).toMatchObject({ kind: 'ok' })
    expect(workspace.read('d/a')).toBe('')
  })

  test('once: what holds it already is left alone', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('d/a', 'old')
    const done = await workspace.runs('restore_file', args('new', 'old'))
    expect(done).toMatchObject({ kind: 'ok', details: { bytesWritten: 0 } })
    expect(done).not.toHaveProperty('change')
    rmSync(workspace.at('d/a'))
    const gone = await workspace.runs('restore_file', args('new', null))
    expect(gone).toMatchObject({ kind: 'ok', text: 'd/a was gone already; nothing was done.' })
  })
})

describe('a file that is not what it was to be', () => {
  test.each([
    ['changed', 'old'],
    ['changed', null],
  ])('is left as it is: %s', async (content, to) => {
    const workspace = temporaryWorkspace()
    workspace.put('d/a', content)
    expect(await workspace.runs('restore_file', args('new', to))).toEqual({ kind: 'drifted' })
    expect(await workspace.performs('restore_file', args('new', to))).toEqual({ kind: 'drifted' })
    expect(workspace.read('d/a')).toBe(content)
  })

  test('is not made again where it went away, nor is its folder', async () => {
    const workspace = temporaryWorkspace()
    expect(await workspace.runs('restore_file', args('new', 'old'))).toEqual({ kind: 'drifted' })
    expect(workspace.all()).toEqual([])
  })

  test('is not removed where it changes at the last moment', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('d/a', 'new')
    let looks = 0
    const changing = (bytes: Uint8Array | string) => {
      looks += 1
      return looks > 2 ? hash('changed') : hash(bytes)
    }
    const done = await workspace.performs('restore_file', args('new', null), { hash: changing })
    expect(done).toEqual({ kind: 'drifted' })
    expect(workspace.read('d/a')).toBe('new')
  })

  test('is refused where a link took its place, or that of its folder', async () => {
    const workspace = temporaryWorkspace()
    mkdirSync(workspace.at('d'))
    symlinkSync(join(workspace.outside, 'canary.txt'), workspace.at('d/a'))
    expect(await workspace.runs('restore_file', args('new', null))).toMatchObject({ kind: 'error' })
    renameSync(workspace.at('d'), workspace.at('e'))
    symlinkSync(workspace.outside, workspace.at('d'))
    const through = await workspace.runs('restore_file', args('new', null, 'd/canary.txt'))
    expect(through).toMatchObject({ kind: 'error' })
    expect(workspace.outsideIsUntouched()).toBe(true)
  })
})

describe('what is shown', () => {
  const shown = async (from: string | Buffer | null, to: string | Buffer | null, now = from) => {
    const workspace = temporaryWorkspace()
    if (now !== null) workspace.put('d/a', now)
    const previewed = await workspace.previews('restore_file', args(from, to))
    if (previewed.kind === 'error') throw new Error(previewed.message)
    return { ...previewed.preview, risks: previewed.risks.map(risk => risk.reason) }
  }

  test('is what it would undo, whatever the file holds by now', async () => {
    expect(await shown('one\ntwo\n', 'one\n')).toEqual({
      kind: 'diff',
      summary: 'Change d/a (+0 −1)',
      codedText: { code: 'file.change', params: { path: 'd/a', added: 0, removed: 1 } },
      diff: expect.objectContaining({ before: 'one\ntwo\n', after: 'one\n' }),
      preconditions: [{ path: 'd/a', hash: hash('one\ntwo\n') }],
      risks: ['Overwrites a file'],
    })
    expect(await shown(null, 'one\n')).toMatchObject({ summary: 'Create d/a (1 line)' })
    expect(await shown('two\n', 'one\n', 'one\n')).toMatchObject({
      diff: { before: 'two\n', after: 'one\n' },
      risks: ['Overwrites a file'],
      preconditions: [{ hash: hash('one\n') }],
    })
    const since = {
      summary: 'Leave d/a as it is',
      diff: { before: 'two\n', after: 'one\n' },
      risks: ['Changed since outside of Countersign; stays as it is'],
    }
    expect(await shown('two\n', 'one\n', 'three\n')).toMatchObject({
      ...since,
      preconditions: [{ hash: hash('three\n') }],
    })
    expect(await shown('two\n', 'one\n', null)).toMatchObject({
      ...since,
      preconditions: [{ hash: 'absent' }],
    })
  })

  test('is a removal as such', async () => {
    const { summary, diff, risks } = await shown('one\n', null)
    expect({ summary, risks }).toEqual({ summary: 'Remove d/a (1 line)', risks: ['Removes a file'] })
    expect(diff).toEqual({ path: 'd/a', before: 'one\n', unified: expect.stringContaining('+++ /dev/null') })
    // Of what is not text it is sizes.
    expect((await shown(Buffer.from([0]), 'a')).summary).toBe('Change d/a (1 byte become 1 byte)')
    expect((await shown(Buffer.from([0]), null)).diff?.unified).toContain(
      'The content is not shown.\n- 1 byte',
    )
  })
})

test('content that was not kept cannot be put back', async () => {
  const workspace = temporaryWorkspace()
  workspace.put('d/a', 'new')
  const forgetful = { content: async () => null }
  expect(await workspace.previews('restore_file', args('new', 'old'), forgetful)).toMatchObject({
    kind: 'error',
  })
  expect(await workspace.performs('restore_file', args('new', 'old'), forgetful)).toMatchObject({
    kind: 'error',
    text: 'This content of d/a was not kept.',
  })
})

test('hashes and names are checked like everywhere', async () => {
  const workspace = temporaryWorkspace()
  for (const wrong of [{ from: 'sha1:00' }, { to: '' }, { path: '../a' }, { path: 'd/' }])
    expect(await workspace.previews('restore_file', { ...args('a', 'b'), ...wrong })).toMatchObject({
      kind: 'error',
    })
})
