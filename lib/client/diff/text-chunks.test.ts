import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unifiedDiff } from '@/lib/tools/files/change/unified-diff'
import { diffChunkEnds, unifiedLines } from './diff-lines'
import { diffBody } from './line-counts'
import { chunkEnds } from './text-chunks'

const chunksOf = (text: string, ends: number[]): string[] =>
  ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end))

const word = fc.constantFrom(
  '\n',
  'a word ',
  'x'.repeat(900),
  '\n'.repeat(150),
  '😀'.repeat(300),
  '⟦',
  'U+202E⟧',
)
const text = fc.array(word, { maxLength: 60 }).map(all => all.join(''))

describe('the chunks of a text', () => {
  test('are together the text, each is small, and none parts a character', () => {
    fc.assert(
      fc.property(text, text => {
        const chunks = chunksOf(text, chunkEnds(text))
        expect(chunks.join('')).toBe(text)
        for (const [at, chunk] of chunks.entries()) {
          expect(chunk.length).toBeGreaterThan(0)
          expect(chunk.length).toBeLessThanOrEqual(8_000)
          expect(chunk.split('\n').length - 1).toBeLessThanOrEqual(200)
          expect(chunk.isWellFormed()).toBe(true)
          expect(at === chunks.length - 1 || !chunk.endsWith('⟦')).toBe(true)
        }
      }),
    )
  })

  test('end after a line, else after a word', () => {
    expect(chunkEnds('short\ntext')).toEqual([10])
    expect(chunkEnds(`${'a'.repeat(7_000)}\n${'b'.repeat(7_000)}`)).toEqual([7_001, 14_001])
    expect(chunkEnds(`${'a'.repeat(7_900)} ${'b'.repeat(7_000)}`)).toEqual([7_901, 14_901])
    expect(chunkEnds('')).toEqual([])
  })
})

describe('the chunks of a diff', () => {
  const ends = (before: string, after: string) => {
    const body = diffBody(unifiedDiff('a', before, after).unified)
    return { body, ends: diffChunkEnds(body, unifiedLines(body)) }
  }
  const many = (count: number, mark: string) =>
    Array.from({ length: count }, (_, n) => `${mark} ${n}\n`).join('')

  test('end where no change is going on', () => {
    const before = many(900, 'line')
    const after = before.replaceAll(/line (\d*)5\n/g, 'new $15\nand more\n')
    const { body, ends: all } = ends(before, after)
    expect(all.length).toBeGreaterThan(5)
    for (const end of all.slice(0, -1)) expect(body.charAt(end)).toMatch(/[ @]/)
    expect(chunksOf(body, all).join('')).toBe(body)
  })

  test('of a long change are as small as those of a text', () => {
    const { body, ends: all } = ends('', `${many(900, 'line')}${'x'.repeat(20_000)}\nend`)
    const chunks = chunksOf(body, all)
    expect(chunks.join('')).toBe(body)
    expect(chunks.length).toBeGreaterThan(6)
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(8_000)
  })
})
