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
  const connection = openSseConnection()
  for (const text of ['a', 'b', 'c']) connection.push(bytes(text))
  await Promise.resolve()
  connection.push(bytes('d'))
  connection.push(bytes('e'))
  connection.close()
  expect(await readAll(connection.stream)).toEqual(['abc', 'de'])
})

test('what does not fit into a piece begins the next, and what is larger goes alone', async () => {
  const connection = openSseConnection()
  const sizes = [40, 20, 10, 100, 1].map(size => size * KB)
  for (const size of sizes) connection.push(bytes('x'.repeat(size)))
  connection.close()
  expect((await readAll(connection.stream)).map(piece => piece.length / KB)).toEqual([60, 10, 100, 1])
})

test('what was pushed counts at once for whether the client has too much before it', () => {
  const connection = openSseConnection()
  connection.push(new Uint8Array(1024 * KB))
  expect(connection.isFull()).toBe(false)
  connection.push(new Uint8Array(65 * KB))
  expect(connection.isFull()).toBe(true)
})

describe('an outlet', () => {
  test('is full for a client that does not read, and cuts off one that takes nothing any more', async () => {
    const connection = openSseConnection(undefined, 1)
    expect(connection.isFull()).toBe(false)
    connection.push(new Uint8Array(2 * 1024 * 1024))
    expect(connection.isFull()).toBe(true)
    await connection.room()
    expect(connection.closed.aborted).toBe(true)
    await expect(connection.stream.getReader().read()).rejects.toThrow('Too slow')
  })

  test('lets a client have what is on its way before it ends', async () => {
    const connection = openSseConnection()
    connection.push(Uint8Array.of(1))
    connection.close()
    connection.push(Uint8Array.of(2))
    const stream = connection.stream.getReader()
    expect(await stream.read()).toMatchObject({ done: false, value: Uint8Array.of(1) })
    expect(await stream.read()).toMatchObject({ done: true })
  })

  test('has room again once the client has read, and never waits for one that has left', async () => {
    const connection = openSseConnection()
    connection.push(new Uint8Array(1024 * 1024))
    const stream = connection.stream.getReader()
    const room = connection.room()
    await stream.read()
    await room
    connection.push(new Uint8Array(1024 * 1024))
    const left = connection.room()
    await stream.cancel()
    await left
    expect(connection.closed.aborted).toBe(true)
  })
})
