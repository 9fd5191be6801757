import { describe, expect, test } from 'vitest'
import { MessageParts } from '@/lib/domain/servers/server-content'
import { messageParts, piecesOf } from './message-parts'
import type { ServerContent } from './server-config'

const partsOf = (contents: ServerContent[], wanted = { name: 'tea' }): MessageParts =>
  MessageParts.parse(messageParts(piecesOf(contents, wanted)))

const words = (text: string, role?: 'user' | 'assistant'): ServerContent =>
  role ? { kind: 'text', text, role } : { kind: 'text', text }
const file = (text: string, more: { uri?: string; mediaType?: string } = {}): ServerContent => ({
  kind: 'text',
  text,
  uri: 'tea://pot/green.md',
  ...more,
})
const bytes = (text: string, mediaType = 'application/octet-stream'): ServerContent => ({
  kind: 'bytes',
  bytes: Buffer.from(text, 'latin1'),
  mediaType,
})
const textOf = (data = ''): string => Buffer.from(data, 'base64').toString()

const PNG = '\x89PNG\r\n\x1a\n'

describe('words of a prompt', () => {
  test('are the text, and who says them is said where an assistant says some', () => {
    expect(partsOf([words('One'), words('Two', 'user')]).text).toBe('One\n\nTwo')
    expect(partsOf([words('Tea?', 'user'), words('Green.', 'assistant'), words('Two.', 'user')]).text).toBe(
      'user:\nTea?\n\nassistant:\nGreen.\n\nuser:\nTwo.',
    )
  })

  test('that no message can hold are named', () => {
    expect(partsOf([words('a\0b'), words('c')])).toEqual({
      text: 'c',
      attachments: [],
      omissions: ['The text “a⟦U+0000⟧b” is left out: it holds a NUL character.'],
    })
    const { text, omissions } = partsOf([words('x'.repeat(999_000)), words('y'.repeat(2_000)), words('z')])
    expect(text).toBe(`${'x'.repeat(999_000)}\n\nz`)
    expect(omissions).toEqual([expect.stringMatching(/^The text “y{40}…” is left out: .*1,000,000/)])
  })
})

describe('a file', () => {
  test('is named by what is listed, or by the end of its own address, and nothing hides in that', () => {
    const wanted = { name: 'Green\u202etea', uri: 'tea://pot/green.md' }
    const names = partsOf([file('a'), file('b', { uri: 'x://y/../black.md' })], wanted).attachments
    expect(names.map(({ name }) => name)).toEqual(['Greentea', 'black.md'])
  })

  test('is what its bytes are, whatever the server says', () => {
    const { attachments, omissions } = partsOf([
      bytes(`${PNG}x`, 'text/plain'),
      bytes('%PDF-1.7', 'image/png'),
      bytes('tea', 'Text/CSV; charset=utf-8'),
      file('<svg/>', { mediaType: 'image/svg+xml' }),
      bytes('\xff\xfb\x90', 'audio/\u202empeg'),
    ])
    expect(attachments.map(({ mediaType }) => mediaType)).toEqual([
      ...['image/png', 'application/pdf', 'text/csv', 'text/plain'],
    ])
    expect(textOf(attachments[2]?.data)).toBe('tea')
    expect(omissions).toEqual([
      'tea (audio/⟦U+202E⟧mpeg, 3 bytes) is left out: it is no text, no picture and no PDF.',
    ])
  })

  test('that is too long, or holds NUL, is named', () => {
    const { attachments, omissions } = partsOf([file('x'.repeat(262_145)), file('a\0'), file('b')])
    expect(attachments).toHaveLength(1)
    expect(omissions).toEqual([
      'green.md is left out: a text holds at most 256 KB.',
      'green.md is left out: it holds a NUL character.',
    ])
  })

  test('beyond ten, or beyond 3 MB together, is named, and a smaller one after it is taken', () => {
    const many = partsOf(Array.from({ length: 12 }, () => file('a')))
    expect(many.attachments).toHaveLength(10)
    expect(many.omissions).toEqual(Array(2).fill(expect.stringContaining('at most 10 files')))
    const large = partsOf([
      bytes(`${PNG}${'x'.repeat(2_999_000)}`),
      bytes(`${PNG}${'x'.repeat(2_000)}`),
      file('a'),
    ])
    expect(large.attachments).toHaveLength(2)
    expect(large.omissions).toEqual([expect.stringContaining('at most 3 MB together')])
  })
})

test('nothing at all is said, and what is left out is not listed without end', () => {
  expect(partsOf([]).omissions).toEqual(['tea is left out: there is nothing in it.'])
  const { omissions } = partsOf(Array.from({ length: 30 }, () => words('\0')))
  expect(omissions).toHaveLength(21)
  expect(omissions.at(-1)).toBe('And 10 more are left out.')
})
