import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { hash, temporaryWorkspace } from '../testing/temporary-workspace'

describe('edit_file', () => {
  test('replaces one occurrence, and shows it first', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a.md', 'one\ntwo\nthree\n')
    const edit = { path: 'a.md', old: 'two', new: '2' }
    expect(await workspace.previews('edit_file', edit)).toMatchObject({
      preview: {
        kind: 'diff',
        summary: 'Change a.md (+1 −1)',
        diff: { before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\n' },
        preconditions: [{ path: 'a.md', hash: hash('one\ntwo\nthree\n') }],
      },
      risks: [],
    })
    expect(await workspace.runs('edit_file', edit)).toMatchObject({
      kind: 'ok',
      text: 'Replaced 1 occurrence in a.md.',
    })
    expect(workspace.read('a.md')).toBe('one\n2\nthree\n')
  })

  test.each([
    ['what does not occur', { old: 'four', new: '4' }, 'The text to replace does not occur in a.md.'],
    ['what occurs twice', { old: 'e', new: 'E' }, 'occurs 3 times: give more of the lines around it'],
    ['what overlaps itself', { old: 'aa', new: 'b' }, 'occurs 2 times'],
    ['what occurs too often', { old: 'x', new: 'y' }, 'occurs 100 times or more often in a.md.'],
    ['a text by itself', { old: 'two', new: 'two' }, 'there is nothing to change'],
    ['half a character', { old: '\ud83d', new: 'x' }, 'The text holds half of a character'],
    ['by half a character', { old: 'two', new: '\ude00' }, 'The text holds half of a character'],
    ['what would grow too large', { old: 'x', new: 'y'.repeat(200_000), all: true }, 'larger than 10 MB'],
  ])('does not replace %s', async (_, edit, message) => {
    const workspace = temporaryWorkspace()
    const content = `one\ntwo\nthree\naaa\n😀\n${'x'.repeat(200)}\n`
    workspace.put('a.md', content)
    expect(await workspace.runs('edit_file', { path: 'a.md', ...edit })).toMatchObject({
      kind: 'error',
      text: expect.stringContaining(message),
    })
    expect(workspace.read('a.md')).toBe(content)
  })

  test.each([
    ['missing.md', 'does not exist. Create it with write_file'],
    ['no/such/missing.md', 'does not exist'],
    ['latin1.txt', 'not UTF-8 text'],
    ['nul.bin', 'not UTF-8 text'],
  ])('does not edit %s', async (path, message) => {
    const workspace = temporaryWorkspace()
    workspace.put('latin1.txt', Buffer.from('caf\xe9', 'latin1'))
    workspace.put('nul.bin', 'ca\0f')
    expect(await workspace.runs('edit_file', { path, old: 'ca', new: 'k' })).toMatchObject({
      kind: 'error',
      text: expect.stringContaining(message),
    })
  })

  table([
    ['a\r\nb\r\nc\r\n', 'a\nb\n', 'x\ny\n', 'x\r\ny\r\nc\r\n'],
    ['a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n'],
    ['a\r\nb\r\n', 'a\r\nb', 'x\r\ny', 'x\r\ny\r\n'],
    ['a\nb\n', 'a\r\nb', 'x\r\ny', 'x\ny\n'],
    ['\ufeffa\r\nb\r\n', 'a\nb', 'c', '\ufeffc\r\n'],
    ['a\r\nb\nc\r\n', 'b\nc', 'x\ny', 'a\r\nx\ny\r\n'],
    ['a\r\nb\r\nc\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\n'],
    ['a', 'a', 'x\ny', 'x\ny'],
  ])('keeps the line breaks of the file', async (before, ...[old, fresh, after]) => {
    const workspace = temporaryWorkspace()
    workspace.put('a', before)
    await workspace.runs('edit_file', { path: 'a', old, new: fresh })
    expect(workspace.read('a')).toBe(after)
  })

  test('is what replacing in the text is, byte for byte', async () => {
    const workspace = temporaryWorkspace()
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '😀', '\ufeff', '$&') })
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '$&'), minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(text, part, part, async (content, old, fresh) => {
        fc.pre(content.includes(old) && old !== fresh && /(?<!\r)\n|^[^\n]*$/.test(content))
        workspace.put('a', content)
        const all = content.indexOf(old) !== content.lastIndexOf(old)
        const done = await workspace.runs('edit_file', {
          path: 'a',
          old,
          new: fresh,
          ...(all ? { all } : {}),
        })
        expect(done.kind).toBe('ok')
        expect(workspace.read('a')).toBe(content.replaceAll(old, () => fresh))
      }),
      { numRuns: 50 },
    )
  })

  test('is drifted, not failed, when the text to replace went away meanwhile', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', 'old')
    const edit = { path: 'a', old: 'old', new: 'new' }
    const shown = await workspace.previews('edit_file', edit)
    if (shown.kind === 'error') throw new Error(shown.message)
    workspace.put('a', 'other')
    expect(await workspace.performs('edit_file', edit, { preview: shown.preview })).toEqual({
      kind: 'drifted',
    })
    expect(workspace.read('a')).toBe('other')
  })

  test('shows a huge file by size and hash', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', `old\n${'x\n'.repeat(600_000)}`)
    const shown = await workspace.previews('edit_file', { path: 'a', old: 'old', new: 'new' })
    expect(shown).toMatchObject({ preview: { diff: { truncated: true } } })
    expect(shown).not.toHaveProperty('preview.diff.after')
  })
})
