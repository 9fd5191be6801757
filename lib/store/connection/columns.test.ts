import { expect, test } from 'vitest'
import { columnsOf } from './columns'

const large = { text: 'a'.repeat(10) }
const row = (more: Record<string, unknown> = {}) => ({
  state: 'waiting',
  why: undefined,
  attempt: 1,
  preview: large,
  ...more,
})

test('a new row has all columns, and what is absent is NULL', () => {
  const expected = { state: 'waiting', why: null, attempt: 1, preview: JSON.stringify(large) }
  expect(columnsOf(row())).toEqual(expected)
  expect(columnsOf(row({ preview: undefined }))).toMatchObject({ preview: null })
})

test('of a row that changes only what is no longer what it was is written', () => {
  expect(columnsOf(row({ state: 'approved', why: 'policy' }), row())).toEqual({
    state: 'approved',
    why: 'policy',
  })
  expect(columnsOf(row({ state: undefined }), row())).toEqual({ state: null })
  expect(columnsOf(row(), row({ attempt: 0 }))).toEqual({ attempt: 1 })
  expect(columnsOf(row(), row())).toEqual({})
})

test('JSON is written where it is another object, or none', () => {
  expect(columnsOf(row({ preview: { text: 'b' } }), row())).toEqual({ preview: '{"text":"b"}' })
  expect(columnsOf(row({ preview: ['b'] }), row())).toEqual({ preview: '["b"]' })
  expect(columnsOf(row({ preview: undefined }), row())).toEqual({ preview: null })
})
