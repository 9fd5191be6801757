import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { readResult } from './read-result'

const picture = { type: 'image' as const, data: Buffer.from('png').toString('base64'), mimeType: 'image/png' }

const of = (...content: unknown[]) => readResult({ content })

test('texts are joined, and links and embedded texts are told with where they are from', () => {
  const outcome = of(
    { type: 'text', text: 'tea' },
    { type: 'resource_link', uri: 'file:///tea.txt', name: 'Tea' },
    { type: 'resource', resource: { uri: 'file:///a.txt', text: 'green' } },
    { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'AAAA', mimeType: 'application/x-tea' } },
    { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  )
  expect(outcome).toEqual({
    kind: 'ok',
    text: [
      'tea',
      '[Tea](file:///tea.txt)',
      'file:///a.txt:\ngreen',
      'file:///b.bin: [a file: application/x-tea, 3 bytes, not kept]',
      '[a sound: audio/wav, 3 bytes, not kept]',
    ].join('\n'),
  })
})

test('pictures are kept, ten of them and none that is large', () => {
  expect(of(picture)).toEqual({
    kind: 'ok',
    text: '[a picture: image/png, 3 bytes]',
    images: [{ mediaType: 'image/png', bytes: Buffer.from('png') }],
  })
  const many = of(...Array.from({ length: 11 }, () => picture))
  expect(many).toMatchObject({ kind: 'ok', text: expect.stringMatching(/3 bytes, not kept\]$/) })
  expect('images' in many && many.images).toHaveLength(10)
  const large = { ...picture, data: Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64') }
  expect(of(large)).not.toHaveProperty('images')
})

test('what is structured is the value, and the text where there is none', () => {
  const structuredContent = { tea: 1 }
  expect(readResult({ content: [], structuredContent })).toEqual({
    kind: 'ok',
    text: '{\n  "tea": 1\n}',
    value: structuredContent,
  })
  expect(readResult({ content: [{ type: 'text', text: 'one' }], structuredContent })).toMatchObject({
    text: 'one',
    value: structuredContent,
  })
  expect(of()).toEqual({ kind: 'ok', text: 'It gave nothing.' })
})

test('what failed is an error, in the tool’s own words', () => {
  expect(readResult({ content: [{ type: 'text', text: 'no tea' }], isError: true })).toEqual({
    kind: 'error',
    text: 'no tea',
  })
})

const structuredContent = { tea: 1 }
const textBlock = (text: string) => ({ type: 'text', text })
const blank = textBlock(' ')

table<[Record<string, unknown>, RegExp]>([
  [{ content: [blank], structuredContent }, /^\s*\{\s+"tea": 1\s+\}$/],
  [{ content: [picture], structuredContent }, /picture.*\n\{\s+"tea": 1/],
  [{ content: [textBlock('no')], structuredContent, isError: true }, /^no\n\{\s+"tea": 1/],
  [{ content: [textBlock('{"tea":1}')], structuredContent, isError: true }, /^\{"tea":1\}$/],
  [{ structuredContent, isError: true }, /^\{\s+"tea": 1/],
])('what is structured is told where the text is blank, and where the call failed', (result, text) =>
  expect(readResult(result)).toMatchObject({ text: expect.stringMatching(text) }),
)

table<[unknown, RegExp]>([
  [[{ type: 'video', data: 'AAAA' }, textBlock('tea')], /kind video.*AAAA.*\ntea$/],
  [[{ type: 'text', text: 7 }, textBlock('tea')], /kind text.*7.*\ntea$/],
  [[null, { ...textBlock('tea'), annotations: null }], /no known kind.*\ntea$/],
  ['tea', /^tea$/],
  [textBlock('tea'), /^tea$/],
  [undefined, /gave nothing/],
])('what is odd in an answer is named, and the rest is kept', (content, text) =>
  expect(readResult({ content })).toMatchObject({ kind: 'ok', text: expect.stringMatching(text) }),
)
