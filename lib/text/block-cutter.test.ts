import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BLOCK, BlockCutter } from './block-cutter'

/** The blocks of a text that comes in pieces of these lengths; a piece of none is a silence. */
function blocksOf(text: string, pieces: number[] = []): string[] {
  const cutter = new BlockCutter()
  const ends: number[] = []
  let at = 0
  for (const length of [...pieces, text.length]) {
    ends.push(...(length === 0 ? cutter.pause() : cutter.add(text.slice(at, at + length))))
    at += length
  }
  ends.push(...cutter.end())
  return ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end))
}

const words = (length: number): string => 'word '.repeat(length / 5 + 1).slice(0, length)

const PARTS = [
  ...[words(300), words(700), 'x'.repeat(500), '\n', '\n\n', ' \n', '. ', '。', '😀'.repeat(90)],
  ...['```js\n', '```\n', '~~~~\n', '- ```\n', '`', '\r\n'],
]
const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 30 }).map(parts => parts.join(''))

describe('the blocks of a text', () => {
  test('give the text when joined, and none but the last is too short, or any too long', () => {
    fc.assert(
      fc.property(text, given => {
        const blocks = blocksOf(given)
        expect(blocks.join('')).toBe(given)
        for (const block of blocks.slice(0, -1)) {
          expect(block.length).toBeGreaterThanOrEqual(BLOCK.least)
          expect(block).not.toMatch(/[\uD800-\uDBFF]$/)
        }
        for (const block of blocks) expect(block.length).toBeLessThanOrEqual(BLOCK.most)
        expect(blocks).not.toContain('')
      }),
    )
  })

  test('are the same in whatever pieces it comes', () => {
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 900 })), (given, pieces) => {
        expect(blocksOf(given, pieces)).toEqual(blocksOf(given))
      }),
    )
  })

  test('give the text also where there are silences in it', () => {
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 0, max: 400 })), (given, pieces) => {
        const blocks = blocksOf(given, pieces)
        expect(blocks.join('')).toBe(given)
        for (const block of blocks) expect(block.length).toBeLessThanOrEqual(BLOCK.most)
      }),
    )
  })
})

describe('a block ends', () => {
  const long = 'x'.repeat(300)
  test.each([
    ['behind the first paragraph that is long enough', `${words(850)}\n\n`, `${words(100)}\n\n${long}`],
    ['else behind the last line', `${words(850)}\n${words(100)}\n`, `${words(100)}. ${long}`],
    ['else behind the last sentence', `${words(850)}. ${words(100)}?” `, words(300)],
    ['also where no space follows it', `${'字'.repeat(900)}。`, '字'.repeat(400)],
    ['else behind the last word', `${words(850)}`, 'x'.repeat(600)],
    ['else where it is full', 'x'.repeat(BLOCK.most), long],
    ['before a character of two halves', 'x'.repeat(BLOCK.most - 1), `😀${long}`],
    ['rather before code than in it', `${words(850)}\n`, `\`\`\`js\n${'const a = 1\n\n'.repeat(40)}`],
    ['in code behind a line of it', `\`\`\`js\n${'const a = 1\n'.repeat(99)}`, 'const a = 1\n'.repeat(40)],
    ['in code not behind an empty line', `~~~\n${words(850)}\n\n${words(300)}\n`, words(400)],
  ])('%s', (_, first, rest) => {
    expect(blocksOf(first + rest)[0]).toBe(first)
  })

  test('where there is a silence, however little there is', () => {
    expect(blocksOf('Hello world', [5, 0])).toEqual(['Hello', ' world'])
    expect(blocksOf('Hello', [0, 5, 0, 0])).toEqual(['Hello'])
  })

  test.each(['```js', '`', '~~', '- ', '  1. ```', '```'])('at a silence not within the line %j', begun => {
    const given = `Look:\n${begun}x\n`
    expect(blocksOf(given, [6 + begun.length, 0])).toEqual(['Look:\n', `${begun}x\n`])
  })

  test('at a silence not between the halves of a character', () => {
    expect(blocksOf('ab😀c', [3, 0])).toEqual(['ab', '😀c'])
  })
})

test('what is done for a long line is in proportion to it', () => {
  const cutter = new BlockCutter()
  const cuts = cutter.add('x'.repeat(BLOCK.most * 5_000))
  expect(cuts).toHaveLength(5_000)
})
