import { expect, test } from 'vitest'
import { type Changing, columnsOf } from './columns'

const large = { text: 'a'.repeat(10) }
const row = (
  more: Partial<Changing['plain']> = {},
  json: Changing['json'] = { preview: large },
): Changing => ({
  plain: { state: 'waiting', why: undefined, attempt: 1, ...more },
  json,
})

test('a new row has all columns, and what is absent is NULL', () => {
  const expected = { state: 'waiting', why: null, attempt: 1, preview: JSON.stringify(large) }
  expect(columnsOf(row())).toEqual(expected)
  expect(columnsOf(row({}, { preview: undefined }))).toMatchObject({ preview: null })
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
  const other = { text: 'b' }
  expect(columnsOf(row({}, { preview: other }), row())).toEqual({ preview: '{"text":"b"}' })
  expect(columnsOf(row({}, { preview: undefined }), row())).toEqual({ preview: null })
})
