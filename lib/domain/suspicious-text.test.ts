import { describe, expect, test } from 'vitest'
import { suspicionsIn } from './suspicious-text'

describe('what may be read as something else', () => {
  test.each([
    ['in a value', '{"path":"a\u202eb"}', ['hidden']],
    ['in a value that JSON escapes spell', '{"path":"a\\u202eb"}', ['hidden']],
    ['in a key', '{"pa\\u200bth":"a"}', ['hidden']],
    ['deep inside', '{"a":[{"b":["x",{"c":"\\u2066"}]}]}', ['hidden']],
    ['deeper than a stack goes', `${'['.repeat(20_000)}"\\u2066"${']'.repeat(20_000)}`, ['hidden']],
    ['between the tokens', '{"path":\u00a0"a"}', ['hidden']],
    ['in a text that is no JSON', 'path=a\u202eb', ['hidden']],
    ['as a look-alike', '{"host":"pаypal.com"}', ['look_alike']],
    ['as a look-alike that JSON escapes spell', '{"host":"p\\u0430ypal.com"}', ['look_alike']],
    ['as both', '{"a":"pаypal","b":"\\u200b"}', ['hidden', 'look_alike']],
  ])('is found %s', (_, text, suspicions) => {
    expect(suspicionsIn(text)).toEqual(suspicions)
  })

  test.each(['{"path":"a\\nb\\tc"}', '{\n  "path": "naïve"\n}', '{"n":1.0}', 'no JSON', ''])(
    'is not in %j',
    text => {
      expect(suspicionsIn(text)).toEqual([])
    },
  )
})
