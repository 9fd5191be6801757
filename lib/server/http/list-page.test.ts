import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Refusal } from '@/lib/domain/contract/problem'
import { decodePosition, encodePosition, pageOf } from './list-page'

describe('a cursor', () => {
  test('gives back the place that it was made for, in the list that it was made for', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, number) => {
        const cursor = encodePosition('list', [text, number])
        expect(cursor).toMatch(/^[\w-]+$/)
        expect(decodePosition('list', cursor, [z.string(), z.number()])).toEqual([text, number])
        expect(decodePosition('other', cursor, [z.string(), z.number()])).toBeInstanceOf(Refusal)
        expect(decodePosition('list', cursor, [z.string()])).toBeInstanceOf(Refusal)
      }),
    )
  })

  test('that is garbage is refused', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(decodePosition('list', text, [z.string()])).toBeInstanceOf(Refusal)
      }),
    )
  })
})

test('a page has a cursor only where more follows', () => {
  expect(pageOf([1, 2, 3], 2, String)).toEqual({ items: [1, 2], nextCursor: '2' })
  expect(pageOf([1, 2], 2, String)).toEqual({ items: [1, 2], nextCursor: null })
  expect(pageOf([], 2, String)).toEqual({ items: [], nextCursor: null })
})
