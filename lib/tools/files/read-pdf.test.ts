import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { THREAD_POOL, Threads } from '@/lib/server/threads/thread-pool'
import { pdfOf } from '../testing/pdf'
import { temporaryWorkspace } from '../testing/temporary-workspace'
import { READ_PDF } from './read-pdf'

/** As the server reads files: large work in threads. */
function workspaceWithThreads() {
  const threads = new Threads(THREAD_POOL)
  onTestFinished(threads.close)
  const workspace = temporaryWorkspace()
  const reads = (path: string, more = {}) =>
    workspace.runs('read_file', { path, ...more }, { compute: threads.compute })
  return { ...workspace, reads }
}

const TWO = [['The first line', 'and the second'], ['Page two']]

describe('read_file of a PDF', () => {
  test('gives its text, page by page', async () => {
    const { put, reads } = workspaceWithThreads()
    const bytes = pdfOf(TWO)
    put('a.bin', bytes)
    const about = `[a.bin is a PDF document, ${bytes.length.toLocaleString('en')} bytes; this is its text.]`
    expect(await reads('a.bin')).toMatchObject({
      kind: 'ok',
      text: `--- page 1 ---\nThe first line\nand the second\n\n--- page 2 ---\nPage two\n\n${about}`,
      details: { path: 'a.bin', bytes: bytes.length, from: 1, to: 6 },
    })
    const line = await reads('a.bin', { offset: 3, limit: 1 })
    expect(line).toMatchObject({
      text: expect.stringMatching(/^and the second\n/),
      details: { from: 3, to: 3 },
    })
  })

  test('says in words what it cannot read', async () => {
    const { put, reads } = workspaceWithThreads()
    const locked = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`
    const trailer = '/Encrypt 4 0 R /ID [<00> <00>]'
    put('locked.pdf', pdfOf(TWO, { trailer, objects: [locked] }))
    put('broken.pdf', '%PDF-1.7\nand nothing else')
    put('empty.pdf', pdfOf([[]]))
    const text = async (path: string) => (await reads(path)) as { kind: string; text: string }
    expect(await text('locked.pdf')).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('It is encrypted, and opens only with a password.'),
    })
    expect(await text('broken.pdf')).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('It is broken, or no PDF after all.'),
    })
    expect((await text('empty.pdf')).text).toContain('It holds no text: its pages may be pictures.')
  })

  test('stops at the two hundredth page', async () => {
    const reading = await READ_PDF.run(pdfOf(Array.from({ length: 205 }, (_, at) => [`This is ${at + 1}`])))
    if (reading.kind === 'refused') throw new Error(reading.reason)
    expect(reading.text).toContain('--- page 200 ---\nThis is 200')
    expect(reading.text).not.toContain('201')
    expect(reading.note).toBe('Only the first 200 pages of 205 were read, and 1,000,000 characters at most.')
  })
})

test('read_file of a picture gives the picture, whatever its name', async () => {
  const workspace = temporaryWorkspace()
  const picture = { width: 3, height: 2, channels: 3 as const, background: '#fff' }
  const bytes = await sharp({ create: picture }).png().toBuffer()
  workspace.put('notes.txt', bytes)
  expect(await workspace.runs('read_file', { path: 'notes.txt' })).toMatchObject({
    kind: 'ok',
    text: `[notes.txt is a PNG image, ${bytes.length} bytes.]`,
    images: [{ bytes }],
  })
})
