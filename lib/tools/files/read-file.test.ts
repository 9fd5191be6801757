import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryWorkspace } from '../testing/temporary-workspace'

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('')

describe('read_file', () => {
  test('gives the text that was written', async () => {
    const workspace = temporaryWorkspace()
    const content = fc.string({ unit: 'binary' }).filter(text => text !== '' && !text.includes('\0'))
    await fc.assert(
      fc.asyncProperty(content, async text => {
        const printable = `${'plain text '.repeat(50)}${text}`
        await workspace.runs('write_file', { path: 'a', content: printable })
        expect(await workspace.runs('read_file', { path: 'a' })).toMatchObject({
          kind: 'ok',
          text: printable,
        })
      }),
      { numRuns: 50 },
    )
  })

  test('says what it would read', async () => {
    const workspace = temporaryWorkspace()
    expect(await workspace.previews('read_file', { path: './a//b', offset: 5, limit: 10 })).toEqual({
      kind: 'preview',
      preview: {
        kind: 'text',
        summary: 'Read a/b from line 5, at most 10 lines',
        codedText: { code: 'file.read', params: { path: 'a/b', line: 5, column: 0, most: 10 } },
        preconditions: [],
      },
      risks: [],
    })
    expect(await workspace.previews('read_file', { path: 'conf/.env.local' })).toMatchObject({
      risks: [{ level: 'medium', reason: 'conf/.env.local may hold secrets' }],
    })
    expect(await workspace.previews('read_file', { path: '../a' })).toMatchObject({ kind: 'error' })
  })

  test.each([
    [{}, `${numbered(2000)}\n[Lines 1 to 2000 of 2500. Read on with offset 2001.]`, { from: 1, to: 2000 }],
    [
      { offset: 2001 },
      `${numbered(2500).split('\n').slice(2000).join('\n')}\n[Lines 2001 to 2500 of 2500.]`,
      { from: 2001, to: 2500 },
    ],
    [
      { offset: 7, limit: 2 },
      'line 7\nline 8\n\n[Lines 7 to 8 of 2500. Read on with offset 9.]',
      { from: 7, to: 8 },
    ],
    [{ offset: 2500, limit: 2 }, 'line 2500\n\n[Lines 2500 to 2500 of 2500.]', { from: 2500, to: 2500 }],
  ])('of a long file with %j gives a part and says how to read on', async (asked, text, shown) => {
    const workspace = temporaryWorkspace()
    workspace.put('a', numbered(2500))
    expect(await workspace.runs('read_file', { path: 'a', ...asked })).toEqual({
      kind: 'ok',
      text,
      details: { path: 'a', bytes: numbered(2500).length, ...shown, lines: 2500 },
    })
  })

  test('read on as it says, gives the whole file', async () => {
    const workspace = temporaryWorkspace()
    const content = Array.from({ length: 3000 }, (_, i) => `${i} ${'é😀'.repeat(i % 40)}\n`).join('')
    workspace.put('a', content)
    let read = ''
    for (let offset = 1; offset > 0; ) {
      const part = await workspace.runs('read_file', { path: 'a', offset })
      if (part.kind !== 'ok') throw new Error(part.kind)
      expect(part.text.length).toBeLessThan(50_000)
      read += part.text.replace(/\n\[[^[]*\]$/, '')
      offset = Number(/offset (\d+)/.exec(part.text.slice(-100))?.[1] ?? 0)
    }
    expect(read).toBe(content)
  })

  test.each([
    ['one line', ['x'.repeat(30), 'é😀'.repeat(40_000), '€'].join('')],
    ['lines around it', `first\n${'😀 wide '.repeat(20_000)}\nlast\n`],
    ['NULs in it', `plain text ${'a\0b⟦U+0000⟧'.repeat(15_000)}\nlast`],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.alloc(100_000, 'text '), Buffer.from([0xf0, 0x9f, 10])]),
    ],
  ])('of %s gives each character of a long line to who reads on by column', async (_, content) => {
    const workspace = temporaryWorkspace()
    workspace.put('a', content)
    let read = ''
    let next: { offset?: number; column?: number } = {}
    for (let parts = 0; parts < 20; parts += 1) {
      const part = await workspace.runs('read_file', { path: 'a', ...next })
      if (part.kind !== 'ok') throw new Error(part.kind)
      expect(part.text.length).toBeLessThan(50_000)
      expect(part.text.isWellFormed()).toBe(true)
      read += part.text.replace(part.text.includes('is cut here') ? /\n\n\[[^[]*\]$/ : /\n\[[^[]*\]$/, '')
      const [, offset, column] =
        /Read on with offset (\d+)(?: and column (\d+))?/.exec(part.text.slice(-300)) ?? []
      if (offset === undefined) break
      next = { offset: Number(offset), ...(column ? { column: Number(column) } : {}) }
    }
    const whole = new TextDecoder().decode(Buffer.from(content)).replaceAll('\0', '⟦U+0000⟧')
    expect(read.replace(/\n$/, '')).toBe(whole.replace(/\n$/, ''))
  })

  test.each([
    [{ column: 3 }, 'ne\ntwo\n\n[Lines 1 to 2 of 2, the first from column 3.]'],
    [{ offset: 2, column: 1 }, 'two\n\n[Lines 2 to 2 of 2.]'],
    [{ offset: 2, column: 3, limit: 1 }, 'o\n\n[Lines 2 to 2 of 2, the first from column 3.]'],
  ])('with %j begins in the middle of a line', async (asked, text) => {
    const workspace = temporaryWorkspace()
    workspace.put('a', 'onene\ntwo\n'.replace('onene', 'o.ne'))
    expect(await workspace.runs('read_file', { path: 'a', ...asked })).toMatchObject({ kind: 'ok', text })
    expect(await workspace.previews('read_file', { path: 'a', offset: 2, column: 3 })).toMatchObject({
      preview: { summary: 'Read a from line 2, column 3' },
    })
  })

  test('with a column that the line does not have is an error that says how long it is', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', 'one\ntwo\n')
    expect(await workspace.runs('read_file', { path: 'a', offset: 2, column: 5 })).toMatchObject({
      kind: 'error',
      text: 'Line 2 of a has 3 characters: there is no column 5.',
    })
  })

  test.each([
    ['an empty file', '', '[a is empty.]'],
    ['a line without its break', 'x', 'x'],
    [
      'a few NULs',
      `${'text '.repeat(20)}\0.`,
      `${'text '.repeat(20)}⟦U+0000⟧.\n\n[NUL characters are shown as ⟦U+0000⟧.]`,
    ],
    [
      'a hole in the file',
      Buffer.concat([Buffer.alloc(9000, 'x'), Buffer.alloc(100_000)]),
      `${'x'.repeat(9000)}${'⟦U+0000⟧'.repeat(4875)}\n\n[Line 1 is longer than can be shown and is cut here. Read on with offset 1 and column 13876. NUL characters are shown as ⟦U+0000⟧.]`,
    ],
    ['a byte order mark', '\ufeffx', '\ufeffx'],
    [
      'a broken character at the end',
      Buffer.from([...Buffer.from('plain text, then: '), 0xf0, 0x9f]),
      'plain text, then: �\n\n[Bytes that are not UTF-8 are shown as �.]',
    ],
    [
      'an encoded surrogate',
      Buffer.from([...Buffer.from('plain text, 40 characters of it, and then: '), 0xed, 0xa0, 0x80]),
      'plain text, 40 characters of it, and then: ���\n\n[Bytes that are not UTF-8 are shown as �.]',
    ],
    [
      'a long line',
      'x'.repeat(60_000),
      `${'x'.repeat(48_000)}\n\n[Line 1 is longer than can be shown and is cut here. Read on with offset 1 and column 48001.]`,
    ],
    [
      'a long line of wide characters',
      `${'😀'.repeat(60_000)}\nend`,
      `${'😀'.repeat(24_000)}\n\n[Line 1 is longer than can be shown and is cut here. Lines 1 to 1 of 2. Read on with offset 1 and column 48001, or behind it with offset 2.]`,
    ],
    [
      'a ZIP archive',
      Buffer.from('PK\x03\x04....', 'latin1'),
      '[a is not text: it looks like a ZIP archive (or a document kept as one), 8 bytes.]',
    ],
    ['UTF-16', Buffer.from('\ufefftext', 'utf16le'), '[a is not text: it looks like UTF-16 text, 10 bytes.]'],
    [
      'noise',
      Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7919) % 256)),
      '[a is not text: it looks like binary data, 999 bytes.]',
    ],
  ])('of %s gives text that can be kept and shown', async (_, content, text) => {
    const workspace = temporaryWorkspace()
    workspace.put('a', content)
    const done = await workspace.runs('read_file', { path: 'a' })
    expect(done).toMatchObject({ kind: 'ok', text })
    expect(text.includes('\0') || !text.isWellFormed()).toBe(false)
  })

  test('of a very large file reads the beginning', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', Buffer.alloc(10_485_760 + 500, 'é\n'))
    const last = await workspace.runs('read_file', { path: 'a', offset: 3_495_253 })
    expect(last).toEqual({
      kind: 'ok',
      text: 'é\n\n[Lines 3495253 to 3495253 of 3495253. Only the first 10 MB of its 10,486,260 bytes can be read.]',
      details: { path: 'a', bytes: 10_486_260, from: 3_495_253, to: 3_495_253, lines: 3_495_253 },
    })
    expect(await workspace.runs('read_file', { path: 'a', offset: 3_495_254 })).toMatchObject({
      kind: 'error',
    })
  })

  test.each([
    ['missing', 'missing does not exist.'],
    ['no/such', 'no/such does not exist.'],
    ['folder', 'folder is a folder, not a file.'],
    ['fifo', 'fifo is not a regular file.'],
    ['short', 'short has 2 lines: there is no line 9.'],
  ])('of %s is an error', async (path, text) => {
    const workspace = temporaryWorkspace()
    workspace.put('folder/a', '')
    workspace.put('short', '1\n2\n')
    execFileSync('mkfifo', [workspace.at('fifo')])
    expect(await workspace.runs('read_file', { path, offset: 9 })).toMatchObject({ kind: 'error', text })
  })

  test('stops in the middle when it is told to', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', Buffer.alloc(10_000_000, 'x'))
    const abort = new AbortController()
    const reading = workspace.performs('read_file', { path: 'a' }, { signal: abort.signal })
    setImmediate(() => abort.abort())
    expect(await reading).toMatchObject({ kind: 'error', details: { stopped: true } })
  })
})
