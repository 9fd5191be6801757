import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { instant, optional } from './columns'
import { listed, NotReadable, orThrowUnreadable, stored, whole, withDefaults } from './stored'

const Limits = z.object({ requests: z.int(), tokens: z.int().nullable() })
const Thing = z.object({
  id: z.string(),
  mode: z.enum(['plan', 'ask']),
  limits: withDefaults(Limits, { tokens: null }),
  at: instant,
  note: optional(z.object({ text: z.string(), tone: z.enum(['kind']).optional() })),
  parts: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), text: z.string() }),
      z.object({ kind: z.literal('file'), path: z.string() }),
    ]),
  ),
})
const read = stored(Thing)

const thing = {
  id: 'a',
  mode: 'ask',
  limits: { requests: 1, tokens: 2 },
  at: new Date(0),
  note: null,
  parts: [{ kind: 'text', text: 'b' }],
}
const known = { ...thing, at: '1970-01-01T00:00:00.000Z', note: undefined }

describe('what is stored', () => {
  test('keeps keys that are not known within its columns, however deep they are', () => {
    const newer = {
      limits: { requests: 1, tokens: 2, sleep: { ms: 3 } },
      parts: [{ kind: 'text', text: 'b', bold: true }],
    }
    expect(read({ ...thing, ...newer, mood: 'good' })).toEqual({ ...known, ...newer })
  })

  test('has what is missing by default, where there is one', () => {
    expect(read({ ...thing, limits: { requests: 1 } })?.limits).toEqual({ requests: 1, tokens: null })
    expect(read({ ...thing, limits: { tokens: 1 } })).toBeNull()
  })

  test.each([
    ['a mode', { mode: 'dream' }],
    ['a tone', { note: { text: 'c', tone: 'harsh' } }],
    ['a part', { parts: [{ kind: 'sound', hertz: 440 }] }],
  ])('of a kind that is not known is passed on as it is, and marked: %s', (_, strange) => {
    const found = read({ ...thing, ...strange })
    expect(found).toEqual({ ...known, ...strange, unknown: true })
    expect(orThrowUnreadable('It', found)).toBe(found)
    expect(() => whole('It', found)).toThrow(NotReadable)
  })

  test.each([null, 'text', [], { ...thing, limits: null }, { ...thing, id: 1 }, { ...thing, parts: [1] }])(
    'that cannot be read is nothing: %j',
    value => {
      expect(read(value)).toBeNull()
      expect(() => orThrowUnreadable('It', read(value))).toThrow(
        'It is stored in a way that this version cannot read.',
      )
    },
  )

  test('may have something else in the place of what cannot be read, and is marked', () => {
    const patient = stored(Thing, { limits: { requests: 0 }, parts: [] })
    const found = patient({ ...thing, limits: 'broken' })
    expect(found).toEqual({ ...known, limits: { requests: 0, tokens: null }, parts: [], unreadable: true })
    expect(() => whole('It', found)).toThrow(NotReadable)
    expect(whole('It', patient(thing))).toEqual(known)
    expect(patient({ ...thing, id: 1 })).toBeNull()
  })

  test('in a list is told by its id where it cannot be read', () => {
    expect(listed(read, [thing, { id: 'b' }, 5])).toEqual([
      known,
      { id: 'b', unreadable: true },
      { id: null, unreadable: true },
    ])
  })

  test('stays strict where its schema is so on purpose', () => {
    const strict = stored(z.object({ matcher: z.strictObject({ value: z.string() }) }))
    expect(strict({ matcher: { value: 'a', but: 'not b' } })).toBeNull()
  })
})
