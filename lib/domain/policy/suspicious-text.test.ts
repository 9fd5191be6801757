import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { isAsItLooks, suspicionsIn } from './suspicious-text'

describe('what may be read as something else', () => {
  table([
    ['in a value', '{"path":"a\u202eb"}', ['hidden']],
    ['in a value that JSON escapes spell', '{"path":"a\\u202eb"}', ['hidden']],
    ['in a key', '{"pa\\u200bth":"a"}', ['hidden']],
    ['deep inside', '{"a":[{"b":["x",{"c":"\\u2066"}]}]}', ['hidden']],
    ['deeper than a stack goes', `${'['.repeat(20_000)}"\\u2066"${']'.repeat(20_000)}`, ['hidden']],
    ['between the tokens', '{"path":\u00a0"a"}', ['hidden']],
    ['in a text that is no JSON', 'path=a\u202eb', ['hidden']],
    ['in a number that rounds', '{"chat":12345678901234567890}', ['inexact']],
    ['as a look-alike', '{"host":"pаypal.com"}', ['look_alike']],
    ['as a look-alike that JSON escapes spell', '{"host":"p\\u0430ypal.com"}', ['look_alike']],
    ['as both', '{"a":"pаypal","b":"\\u200b"}', ['hidden', 'look_alike']],
    ['as a dot in a path', '{"path":"a․txt"}', ['look_alike']],
    ['as a semicolon in a command', '{"command":"ls； id"}', ['look_alike']],
    ['as a sign in a host', '{"headers":{"Host":"example.org∕x"}}', ['look_alike']],
    ['as a ligature in a key', '{"ﬁle":"a"}', ['look_alike']],
    ['as a whole name', '{"path":"src/а.ts"}', ['look_alike']],
    ['as a full stop in a path', '{"path":"a۔txt"}', ['look_alike']],
    ['as an ellipsis in a path', '{"path":"what … now"}', ['look_alike']],
    ['as an ellipsis in a pattern', '{"pattern":"what … now"}', ['look_alike']],
    ['as a word in a query', '{"query":"what pаypal … now"}', ['look_alike_content']],
    ['as a word in contents', '{"path":"a","content":"a pаypal b"}', ['look_alike_content']],
    ['deep in contents', '{"steps":[{"title":"say a․txt"}]}', ['look_alike_content']],
    ['in a key within contents', '{"patch":{"pаypal":1}}', ['look_alike']],
    ['in a path and in contents', '{"path":"a․txt","content":"ｃurl"}', ['look_alike', 'look_alike_content']],
  ])('is found wherever it stands', (_, text, suspicions) => {
    expect(suspicionsIn(text)).toEqual(suspicions)
  })

  test.each([
    '{"content":"“So” … ½ ™ ＣＤを２枚； 👍🏽"}',
    '{"query":"what … now"}',
    '{"text":"½ cup … № 7"}',
    '{"path":"a\\nb\\tc"}',
    '{\n  "path": "naïve"\n}',
    '{"n":1.0}',
    'no JSON',
    '',
  ])('is not in %j', text => {
    expect(suspicionsIn(text)).toEqual([])
  })

  test('is found in the paths that arguments come to', () => {
    expect(suspicionsIn('{"patch":"…"}', ['a․txt'])).toEqual(['look_alike'])
    expect(suspicionsIn('{"patch":"…"}', ['a\u200b.txt'])).toEqual(['hidden'])
  })

  test('keeps a rule from letting a Call pass where something is named, and not where it is written', () => {
    const asItLooks = (argumentsText: string, ...paths: string[]) =>
      isAsItLooks({ suspicions: suspicionsIn(argumentsText, paths) })
    expect(asItLooks('{"path":"a","content":"a pаypal b"}', 'a')).toBe(true)
    expect(asItLooks('{"path":"a","content":"a\u200bb"}', 'a')).toBe(false)
    expect(asItLooks('{"path":"a․txt","content":"a"}', 'a')).toBe(false)
    expect(asItLooks('{"patch":"a"}', 'a․txt')).toBe(false)
  })
})
