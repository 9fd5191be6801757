import { describe, expect, test } from 'vitest'
import { patchedState, STATE_BYTES, StatePatch } from './state'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

describe('a patch of the state', () => {
  test.each([
    ['{"a":{"b":[1,null]}}', null],
    ['{"constructor":{"prototype":1}}', null],
    ['[1]', 'fault.noObject'],
    ['null', 'fault.noObject'],
    ['{"__proto__":{"a":1}}', 'fault.prototype'],
    ['{"a":[{"__proto__":1}]}', 'fault.prototype'],
  ])('%s', (text, fault) => {
    const given: unknown = JSON.parse(text)
    const parsed = StatePatch.safeParse(given)
    expect(parsed.error?.issues[0]?.message ?? null).toBe(fault)
    if (!fault) expect(JSON.stringify(parsed.data)).toBe(text)
  })

  test('that would make the state too large or too deep is refused with its place', () => {
    const [half, most] = ['x'.repeat(STATE_BYTES / 2), 'é'.repeat(STATE_BYTES / 2)]
    expect(patchedState({ a: half }, { b: 'small' }, '')).toMatchObject({ ok: true })
    expect(patchedState({ a: half }, { b: half }, '/patch')).toMatchObject({
      ok: false,
      errors: [{ path: '/patch' }],
    })
    expect(patchedState({}, { a: most }, '')).toMatchObject({ ok: false })
    expect(patchedState({ a: half }, { a: null, b: half }, '')).toMatchObject({ ok: true })
    expect(patchedState({}, { a: nested(99) }, '')).toMatchObject({ ok: true })
    expect(patchedState({}, { a: nested(100) }, '')).toMatchObject({ ok: false })
  })
})
