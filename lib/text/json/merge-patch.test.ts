import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergePatch, patchBetween } from './merge-patch'

/** RFC 7386, appendix A, as far as both are objects. */
const RFC: [string, string, string][] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ['{"a":[null]}', '{"b":[null]}', '{"a":[null],"b":[null]}'],
]

const parsed = (text: string): Record<string, unknown> => JSON.parse(text)

describe('a merge patch', () => {
  test.each(RFC)('%s with %s is %s', (target, patch, result) => {
    expect(JSON.stringify(mergePatch(parsed(target), parsed(patch)))).toBe(result)
  })

  test('keeps the order of keys, and new ones follow', () => {
    expect(JSON.stringify(mergePatch({ b: 1, a: { d: 1, c: 2 } }, { a: { d: 3, e: 4 }, f: 5 }))).toBe(
      '{"b":1,"a":{"d":3,"c":2,"e":4},"f":5}',
    )
  })

  test.each(['__proto__', 'constructor', 'toString'])('never reaches what objects inherit: %s', key => {
    const made = mergePatch({}, parsed(`{"${key}":{"polluted":true}}`))
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
    expect(JSON.stringify(made)).toBe(`{"${key}":{"polluted":true}}`)
    expect('polluted' in {} || 'polluted' in Object || 'polluted' in Object.prototype.toString).toBe(false)
  })
})

/** What a State can hold: a key with the value null cannot be made by a patch. */
const { object } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.integer(), fc.string(), fc.boolean()),
    fc.array(fc.oneof(tie('value'), fc.constant(null)), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'constructor', '1'), tie('value'), {
    noNullPrototype: true,
  }),
}))

describe('the patch between two objects', () => {
  test('makes the one of the other, and is empty where they are the same', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        expect(mergePatch(before, patchBetween(before, after))).toEqual(after)
        expect(patchBetween(before, before)).toEqual({})
      }),
    )
  })

  test('laid over twice is as laid over once, and changes neither', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const was = JSON.stringify([target, patch])
        const once = mergePatch(target, patch)
        expect(mergePatch(once, patch)).toEqual(once)
        expect(JSON.stringify([target, patch])).toBe(was)
      }),
    )
  })
})
