import { expect, test } from 'vitest'
import { diagramAnswer } from './diagram-answer'

test.each([
  [{ height: 300 }, { height: 300 }],
  [{ height: 300.4, width: 2, markup: '<b>' }, { height: 300 }],
  [{ height: 1e9 }, { height: 1_200 }],
  [{ height: -5 }, { height: 24 }],
  [{ error: '<img src=x>' }, { fault: 'broken' }],
  [{ height: '300' }, null],
  [{ height: Number.NaN }, null],
  [{ height: Number.POSITIVE_INFINITY }, null],
  [{}, null],
  ['<svg/>', null],
  [null, null],
  [undefined, null],
])('of %j the page hears %j', (said, heard) => {
  expect(diagramAnswer(said)).toEqual(heard)
})
