import { expect, test } from 'vitest'
import { filled, isLinear } from '@/test/growth'
import { parseJsonText } from './json-text'

const numbers = (piece: string, digits: number): string =>
  `[${Array.from({ length: 1_000 }, () => `1.${filled(piece, digits)}1`)}]`

test.each(['0', '1', '01', '9'])('numbers with many digits %s take as long as their quarters', piece => {
  const read = (text: string) => () => void parseJsonText(text)
  expect(isLinear(read(numbers(piece, 270)), read(numbers(piece, 1_080)))).toBe(true)
})
