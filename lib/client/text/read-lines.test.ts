import { describe, expect, test } from 'vitest'
import type { Result } from '@/lib/domain/call/call'
import { OK, settledCall } from '@/test/factories'
import { readLinesOf } from './read-lines'

const effective = { tool: 'read_file', arguments: {}, argumentsText: '{}' }

const reading = (text: string, [from, to, lines]: number[], more: Partial<Result> = {}) =>
  readLinesOf({
    ...settledCall({ result: { ...OK, text, details: { path: 'a.ts', from, to, lines }, ...more } }),
    effective,
  })

describe('what was read of a file', () => {
  test('is told from what is remarked below it', () => {
    expect(reading('a\nb\n', [1, 2, 2])).toEqual({
      path: 'a.ts',
      text: 'a\nb\n',
      first: 1,
      remark: '',
    })
    expect(reading('b\nc\n\n[Lines 2 to 3 of 9. Read on with offset 4.]', [2, 3, 9])).toMatchObject({
      text: 'b\nc\n',
      first: 2,
      remark: '[Lines 2 to 3 of 9. Read on with offset 4.]',
    })
    expect(reading('a\n[b]\n\n[NUL characters are shown.]', [1, 2, 2])).toMatchObject({
      text: 'a\n[b]\n',
      remark: '[NUL characters are shown.]',
    })
    expect(reading('[a.ts is empty.]', [1, 0, 0])).toMatchObject({ text: '', remark: '[a.ts is empty.]' })
  })

  test('is not told where lines are missing, or where what follows is no remark', () => {
    expect(reading('key ⟦secret:1⟧', [1, 9, 9])).toBeNull()
    expect(reading('key ⟦secret:1⟧\n\n[Lines 1 to 3 of 9. Read on with offset 4.]', [1, 3, 9])).toBeNull()
    expect(reading('a\nb\nc', [1, 2, 2])).toBeNull()
  })

  test('is not told of a result that was cut, that failed, or that is of another tool', () => {
    expect(reading('a\n', [1, 1, 1], { truncated: { chars: 9 } })).toBeNull()
    expect(reading('a\n', [1, 1, 1], { kind: 'error', isError: true })).toBeNull()
    expect(reading('a\n', [1, 1, 1], { details: { path: 'a.ts', from: '1' } })).toBeNull()
    const call = settledCall({
      result: { ...OK, text: 'a\n', details: { path: 'a.ts', from: 1, to: 1, lines: 1 } },
    })
    expect(readLinesOf(call)).toBeNull()
    expect(readLinesOf({ ...call, effective, source: 'mcp:forge' })).toBeNull()
  })
})
