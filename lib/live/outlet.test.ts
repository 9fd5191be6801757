import { expect, test } from 'vitest'
import { openOutlet } from './outlet'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const KB = 1024

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of stream) pieces.push(new TextDecoder().decode(piece))
  return pieces
}

test('what is pushed in one breath goes out in one piece, in its order', async () => {
  const outlet = openOutlet()
  for (const text of ['a', 'b', 'c']) outlet.push(bytes(text))
  await Promise.resolve()
  outlet.push(bytes('d'))
  outlet.push(bytes('e'))
  outlet.close()
  expect(await readAll(outlet.stream)).toEqual(['abc', 'de'])
})

test('what does not fit into a piece begins the next, and what is larger goes alone', async () => {
  const outlet = openOutlet()
  const sizes = [40, 20, 10, 100, 1].map(size => size * KB)
  for (const size of sizes) outlet.push(bytes('x'.repeat(size)))
  outlet.close()
  expect((await readAll(outlet.stream)).map(piece => piece.length / KB)).toEqual([60, 10, 100, 1])
})

test('what was pushed counts at once for whether the client has too much before it', () => {
  const outlet = openOutlet()
  outlet.push(new Uint8Array(1024 * KB))
  expect(outlet.isFull()).toBe(false)
  outlet.push(new Uint8Array(65 * KB))
  expect(outlet.isFull()).toBe(true)
})

test('nothing is sent after the end', async () => {
  const outlet = openOutlet()
  outlet.push(bytes('a'))
  outlet.close()
  outlet.push(bytes('b'))
  expect(await readAll(outlet.stream)).toEqual(['a'])
})
