import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEAL_SIZE, sealOf, shortDigest } from './seal'

const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
const drawn = (digest: string): string =>
  sealOf(digest)
    .map(row => row.map(isFilled => (isFilled ? '#' : '.')).join(''))
    .join('\n')

test('a seal is five by five cells, each row a mirror of itself, and always the same', () => {
  fc.assert(
    fc.property(hex, digest => {
      const seal = sealOf(`sha256:${digest}`)
      expect(seal.map(row => row.length)).toEqual(Array(SEAL_SIZE).fill(SEAL_SIZE))
      for (const row of seal) expect(row).toEqual([...row].reverse())
      expect(sealOf(digest)).toEqual(seal)
    }),
  )
})

test('each of the fifteen digits that are drawn changes one cell and its mirror, whatever the others are', () => {
  fc.assert(
    fc.property(hex, fc.nat({ max: 14 }), (digest, n) => {
      const at = 8 + n
      const other = (Number.parseInt(digest[at] ?? '', 16) ^ 1).toString(16)
      const changed = digest.slice(0, at) + other + digest.slice(at + 1)
      const differing = [...drawn(digest)].filter((cell, index) => cell !== drawn(changed)[index])
      expect(differing).toHaveLength(n % 3 === 2 ? 1 : 2)
    }),
  )
})

test('a seal looks as it looked when somebody learnt it', () => {
  expect(drawn('sha256:3f9a12c40123456789abcdef00112233445566778899aabbccddeeff0123abcd')).toBe(
    ['#.#.#', '.#.#.', '#.#.#', '.#.#.', '#.#.#'].join('\n'),
  )
  expect(shortDigest('sha256:3f9a12c40123')).toBe('3f9a12c4')
})

test('what is no digest has a seal without cells', () => {
  expect(drawn('')).not.toContain('#')
  expect(drawn('sha256:shown')).not.toContain('#')
})
