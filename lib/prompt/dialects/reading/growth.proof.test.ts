import { describe, expect, test } from 'vitest'
import { filled, isLinear } from '@/test/growth'
import type { DialectInText } from '../dialect'
import { dialectOf } from '../dialect-of'
import { readInPieces } from '../testing/read-in-pieces'
import { TOOLS } from '../testing/tools'

const READ = '{"name": "read_file", "arguments": {"path": "a.txt"}}'

describe('reading takes linear time', () => {
  const HOSTILE: [string, string][] = [
    ['brackets', '<'],
    ['openings', '<tool_call>'],
    ['openings with words', '<tool_call>x '],
    ['openings with elements', '<tool_call><a>'],
    ['cut calls', '<tool_call>{"name": "x", '],
    ['whole calls', `<tool_call>${READ}</tool_call>\n`],
    ['ends', '</tool_call>'],
    ['invocations', '<invoke name="x">'],
    ['parameters', '<invoke name="x"><parameter name="path">'],
    ['fences', '```\n'],
    ['fences of growing length', '` `` ``` ```` ````` '],
    ['call fences', '```tool_call\nx\n'],
    ['call fences that tags end', '```tool_call\nx</tool_call>\n'],
    ['ticks', '` '],
    ['ticks and lines', '`\n'],
    ['quotes', '"'],
    ['quoted lines', '> \n'],
    ['braces', '{'],
    ['lists', '['],
    ['escapes', '<tool_call>{"a": "\\\\\\"'],
    ['thoughts', '<think>'],
    ['ended thoughts', '<think></think>'],
    ['ended thoughts of the other kind', '<THOUGHT>a</THOUGHT>'],
    ['thoughts that give way', '<THOUGHT><ACTION>'],
    ['actions', '<ACTION>'],
    ['ended actions', '<ACTION></ACTION>'],
    ['elements', '<ACTION><tool_name>a</tool_name>'],
    ['sections', '<ACTION><parameters><![CDATA[</parameters>'],
    ['comments', '<!--'],
    ['results', '<tool_result '],
    ['marks of ends', '<eom>'],
    ['lines of spaces', '\n     '],
    ['spaces', ' '],
    ['Perl', '\nTOOL_CALL {tool => "x", args => {--a "b" '],
    ['function calls', '<FunctionCall>read_file <code>path>'],
    ['parameter lines', 'read_file/path>a\n'],
    ['attributes', '<tool_call>read_file path="a" '],
    ['programs', '<tool_call>[read_file(path="a"), '],
    ['nested JSON', '<tool_call>{"a":'],
    ['nested functions', '<tool_call>{"function":'],
    ['messages', '{"content":'],
    ['marks of models', '<|tool'],
    ['bare calls', '\n[{"type": "a", "id": "b", '],
    ['names', '\nread_file '],
    ['names of parameters', '<function=read_file>\n<parameter=path>\n'],
    ['pairs', '<tool_call>read_file<arg_key>'],
  ]

  /** The small one first: what grows with the square would take minutes with the large one. */
  const SIZES = [20_000, 150_000]

  const reads = (name: DialectInText, text: string) => () => void dialectOf(name).readWhole(text, TOOLS)

  const isLinearIn = (name: DialectInText, piece: string, size: number): boolean =>
    isLinear(reads(name, filled(piece, size)), reads(name, filled(piece, 4 * size)))

  test.each(HOSTILE)('%s take as long as their quarters', (_, piece) => {
    for (const size of SIZES)
      for (const name of ['tags', 'react', 'structured'] as const)
        expect([name, size, isLinearIn(name, piece, size)]).toEqual([name, size, true])
  })

  const BEHIND = ['<!----> ', '<think></think>', '<tool_result></tool_result> ', '</tool_call> ']

  test.each(BEHIND)('what comes behind a call and much space too: %s', piece => {
    const behind = (size: number, length: number) => {
      const text = `<tool_call>${READ}</tool_call>${filled(' ', size / 2)}x${filled(piece, size / 2)}`
      return () => void readInPieces('tags', text, [length])
    }
    for (const length of [Infinity, 400])
      expect([length, isLinear(behind(50_000, length), behind(200_000, length))]).toEqual([length, true])
  })

  test('the same in pieces', () => {
    const inPieces = (name: DialectInText, size: number) => {
      const text = `<tool_call>{"name": "write_file", "arguments": {"content": "${filled('a < b ` ', size)}"}}`
      return () => void readInPieces(name, text, [40])
    }
    for (const name of ['tags', 'react', 'structured'] as const)
      expect([name, isLinear(inPieces(name, 500_000), inPieces(name, 2_000_000))]).toEqual([name, true])
  })
})
