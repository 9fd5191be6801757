import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../launch/settings.mjs'
import { MUTATIONS } from './mutations.mjs'

const textOf = file => fs.readFileSync(path.join(ROOT, file), 'utf8')

test.each(MUTATIONS)('$invariant: $name: what it changes and the test that guards it are there', mutation => {
  const { file, from, to, guard } = mutation
  expect(to).not.toBe(from)
  expect(textOf(file).split(from)).toHaveLength(2)
  expect(textOf(guard.file)).toContain(guard.test)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15, 16, 17, 18, 19, 20, 21, 22])(
  'invariant %i is broken at least once',
  number => {
    expect(MUTATIONS.some(({ invariant }) => invariant.startsWith(`I${number} `))).toBe(true)
  },
)
