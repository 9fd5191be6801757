import { describe, expect, test } from 'vitest'
import { colourLines, GRAMMARS } from './colour-lines'

const KINDS = ['', 'comment', 'word', 'value', 'name']

/** The stretches of each line of a text, with what they are. */
async function read(language: string, text: string): Promise<string[][]> {
  const [lines = []] = await colourLines({ language, texts: [text] })
  return text.split('\n').map((line, at) => {
    const colours = lines[at] ?? []
    return colours.flatMap((from, index) =>
      index % 3 === 0
        ? [`${KINDS[colours[index + 2] ?? 0]} ${line.slice(from, from + (colours[index + 1] ?? 0))}`]
        : [],
    )
  })
}

describe('the colours of a text', () => {
  test('tell what each stretch of a line is, over all its lines', async () => {
    expect(await read('typescript', 'const a = "text" // why\r\n/* a\n b */ run(1)')).toEqual([
      ['word const', 'value "text"', 'comment // why'],
      ['comment /* a'],
      ['comment  b */', 'name run', 'value 1'],
    ])
    expect(await read('json', '{ "a": [1, true] }')).toEqual([['name "a"', 'value 1', 'word true']])
    expect(await read('bash', 'echo "a" # b')).toEqual([['name echo', 'value "a"', 'comment # b']])
  })

  test('stay where they are behind characters of two halves', async () => {
    expect(await read('typescript', '"😀" + null')).toEqual([['value "😀"', 'word null']])
  })

  test('are none in a language that is not known', async () => {
    expect(await read('constructor', 'a')).toEqual([[]])
    expect(await read('klingon', 'a')).toEqual([[]])
  })

  test.each(Object.keys(GRAMMARS))('can be told in %s', async language => {
    expect(await read(language, 'a "b" 1\n')).toHaveLength(2)
  })
})
