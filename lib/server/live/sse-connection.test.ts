import { describe, expect, test } from 'vitest'
import { HEARTBEAT, openSseConnection } from './sse-connection'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const KB = 1024

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of stream) pieces.push(new TextDecoder().decode(piece))
  return pieces
}

test('a heartbeat is a comment and an event without an id', () => {
  expect(new TextDecoder().decode(HEARTBEAT)).toBe(': \n\nevent: heartbeat\ndata: {}\n\n')
})

test('what is pushed in one breath goes out in one piece, in its order', async () => {
  const outlet = openSseConnection()
  for (const text of ['a', 'b', 'c']) outlet.push(bytes(text))
  await Promise.resolve()
  outlet.push(bytes('d'))
  outlet.push(bytes('e'))
  outlet.close()
  expect(await readAll(outlet.stream)).toEqual(['abc', 'de'])
})

test('what does not fit into a piece begins the next, and what is larger goes alone', async () => {
  const outlet = openSseConnection()
  const sizes = [40, 20, 10, 100, 1].map(size => size * KB)
  for (const size of sizes) outlet.push(bytes('x'.repeat(size)))
  outlet.close()
  expect((await readAll(outlet.stream)).map(piece => piece.length / KB)).toEqual([60, 10, 100, 1])
})

test('what was pushed counts at once for whether the client has too much before it', () => {
  const outlet = openSseConnection()
  outlet.push(new Uint8Array(1024 * KB))
  expect(outlet.isFull()).toBe(false)
  outlet.push(new Uint8Array(65 * KB))
  expect(outlet.isFull()).toBe(true)
})

test('nothing is sent after the end', async () => {
  const outlet = openSseConnection()
  outlet.push(bytes('a'))
  outlet.close()
  outlet.push(bytes('b'))
  expect(await readAll(outlet.stream)).toEqual(['a'])
})

describe('an outlet', () => {
  test('is full for a client that does not read, and cuts off one that takes nothing any more', async () => {
    const outlet = openSseConnection(undefined, 1)
    expect(outlet.isFull()).toBe(false)
    outlet.push(new Uint8Array(2 * 1024 * 1024))
    expect(outlet.isFull()).toBe(true)
    await outlet.room()
    expect(outlet.closed.aborted).toBe(true)
    await expect(outlet.stream.getReader().read()).rejects.toThrow('Too slow')
  })

  test('lets a client have what is on its way before it ends', async () => {
    const outlet = openSseConnection()
    outlet.push(Uint8Array.of(1))
    outlet.close()
    outlet.push(Uint8Array.of(2))
    const stream = outlet.stream.getReader()
    expect(await stream.read()).toMatchObject({ done: false, value: Uint8Array.of(1) })
    expect(await stream.read()).toMatchObject({ done: true })
  })

  test('has room again once the client has read, and never waits for one that has left', async () => {
    const outlet = openSseConnection()
    outlet.push(new Uint8Array(1024 * 1024))
    const stream = outlet.stream.getReader()
    const room = outlet.room()
    await stream.read()
    await room
    outlet.push(new Uint8Array(1024 * 1024))
    const left = outlet.room()
    await stream.cancel()
    await left
    expect(outlet.closed.aborted).toBe(true)
  })
})
