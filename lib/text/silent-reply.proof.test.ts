import { expect, test } from 'vitest'
import { filled, isLinear } from '@/test/growth'
import { SilentBeginning } from './silent-reply'

test.each(['NO_REPLY', ' ', '\n'])('a reply of %j in small pieces takes as long as its quarters', piece => {
  const read = (size: number) => () => {
    const beginning = new SilentBeginning()
    const text = filled(piece, size)
    for (let at = 0; at < size; at += 4) expect(beginning.add(text.slice(at, at + 4))).toBe(true)
  }
  expect(isLinear(read(10_000), read(40_000))).toBe(true)
})
