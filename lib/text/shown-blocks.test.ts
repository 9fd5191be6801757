import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fence, fenceBehind, shownBlocks } from './shown-blocks'

/** Shown in blocks that begin where `|` stands. */
function shown(text: string): string[] {
  const parts = text.split('|')
  let at = 0
  const begins = parts.map(part => {
    at += part.length
    return at - part.length
  })
  return shownBlocks(parts.join(''), begins).map(block => block.text)
}

test.each([
  ['prose stays as it is', 'One.\n\n|Two.', ['One.\n\n', 'Two.']],
  [
    'code is closed and opened again',
    '```js\na\n|b\n|c\n```\nEnd.',
    ['```js\na\n```', '```js\nb\n```', '```js\nc\n```\nEnd.'],
  ],
  ['also within a line', '~~~\nab|cd\n~~~', ['~~~\nab\n~~~', '~~~\ncd\n~~~']],
  ['with the mark that it began with', '````\n```\n|x\n````', ['````\n```\n````', '````\nx\n````']],
  ['and is not opened to be closed', '```js\na\n|```\nEnd.', ['```js\na\n```', 'End.']],
  ['nor closed where it has only begun', 'Look:\n```js\n|a\n```\n', ['Look:\n', '```js\na\n```\n']],
  ['nor is a block shown that holds but a fence', '```\na\n|```|\nEnd.', ['```\na\n```', '\nEnd.']],
  [
    'code of a list stands in none behind the cut',
    '1. ```sh\n   ls\n|   cd\n   ```\n',
    ['1. ```sh\n   ls\n```', '```sh\ncd\n```\n'],
  ],
  ['marks within a line are none', 'a ```|js\nb', ['a ```', 'js\nb']],
])('%s', (_, text, expected) => {
  expect(shown(text)).toEqual(expected)
})

const LINES = ['One.\n', '\n', '```\n', '```js\n', '~~~~\n', '- ```\n', '  code\n', 'a `b` c\n']

test('no block leaves code open', () => {
  const lines = fc.array(fc.tuple(fc.constantFrom(...LINES), fc.boolean()))
  fc.assert(
    fc.property(lines, given => {
      for (const block of shown(given.map(([line, isCut]) => (isCut ? `|${line}` : line)).join(''))) {
        const open = block
          .replace(/\n$/, '')
          .split('\n')
          .reduce<Fence | null>((before, line) => fenceBehind(line, before), null)
        expect(open).toBeNull()
      }
    }),
  )
})
