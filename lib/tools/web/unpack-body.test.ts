import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetched, fetches, publicNetwork, serveWeb } from './testing/web'

const zeros = Buffer.alloc(20_000_000)

describe('a body that is too large', () => {
  const packed = (coding: string, bytes: Buffer) => (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': coding }).end(bytes)
  /** It goes on for as long as somebody reads. */
  const endless = (response: ServerResponse, coding?: string): void => {
    response.writeHead(200, {
      'content-type': 'text/plain',
      ...(coding ? { 'content-encoding': coding } : {}),
    })
    const zeros = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536, 'a')
      })(),
    )
    const source = coding ? zeros.pipe(createGzip()) : zeros
    response.on('close', () => zeros.destroy())
    source.pipe(response)
  }
  const rows: [string, (response: ServerResponse) => void][] = [
    ['gzip', packed('gzip', gzipSync(zeros.fill('a')))],
    ['deflate', packed('deflate', deflateSync(zeros))],
    ['br', packed('br', brotliCompressSync(zeros))],
    ['without end', response => endless(response)],
    ['gzip without end', response => endless(response, 'gzip')],
    [
      'of 10 GB, as it says',
      response => {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 10_000_000_000 })
        const part = Buffer.alloc(65_536, 'a')
        const more = (): void => {
          while (!response.destroyed && response.write(part));
        }
        response.on('drain', more)
        more()
      },
    ],
  ]
  test.each(rows)('is cut, and its connection ended: %s', async (_, answer) => {
    const server = await serveWeb(answer)
    const outcome = await fetches({ url: server.url }, { hosts: [server.host] })
    expect(outcome).toMatchObject({
      kind: 'ok',
      text: expect.stringContaining('[It is longer than 2 MB; only its beginning was read.]'),
      details: { bytes: 2_000_000, cut: expect.any(String) },
    })
    await server.isLeft()
  })

  test('is cut where it unpacks to nothing', async () => {
    const part = Buffer.concat(Array.from({ length: 3_000 }, () => gzipSync('')))
    const server = await serveWeb(response => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      const more = (): void => {
        while (!response.destroyed && response.write(part));
      }
      response.on('drain', more)
      more()
    })
    expect(await fetched({ url: server.url }, { hosts: [server.host] })).toContain(
      'only its beginning was read',
    )
    await server.isLeft()
  })

  test.each([
    ['gzip, gzip', gzipSync(gzipSync('a'))],
    ['x-own', Buffer.from('a')],
  ])('is not unpacked: %s', async (coding, bytes) => {
    const server = await serveWeb(packed(coding, bytes))
    expect(await fetched({ url: server.url }, { hosts: [server.host] })).toContain('cannot be unpacked here')
  })

  test('is given as far as it goes where what is packed is broken', async () => {
    const whole = gzipSync(Buffer.from(Array.from({ length: 50_000 }, (_, at) => `line ${at}\n`).join('')))
    const server = await serveWeb(packed('gzip', whole.subarray(0, whole.length / 2)))
    expect(await fetched({ url: server.url }, { hosts: [server.host] })).toMatch(
      /\n\nline 0\n[\s\S]*\[It broke off\. What came cannot be unpacked\.\]$/,
    )
    const other = await serveWeb(packed('gzip', Buffer.from('no gzip at all')))
    expect(await fetched({ url: other.url }, { hosts: [other.host] })).toContain('cannot be unpacked')
  })

  test.each(['gzip', 'br', 'deflate'])('is whole where nothing is packed: %s', async coding => {
    const server = await serveWeb(packed(coding, Buffer.alloc(0)))
    for (const method of ['GET', 'HEAD']) {
      const text = await fetched({ url: server.url, method }, { hosts: [server.host] })
      expect(text).toMatch(/^HTTP 200 OK · text\/plain · 0 bytes · \S+$/)
    }
  })
})

describe('a server that takes its time', () => {
  const limits = { totalMs: 100 }

  test('is left where it sends a little at a time, and what came is given', async () => {
    const timers: NodeJS.Timeout[] = []
    onTestFinished(() => timers.forEach(clearInterval))
    const server = await serveWeb(response => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('slow')
      timers.push(setInterval(() => response.write('.'), 5))
    })
    const text = await fetched({ url: server.url }, { hosts: [server.host], limits })
    expect(text).toMatch(/\n\nslow\.*\n\n\[It broke off\. It took longer than 0\.1 s\.\]$/)
    await server.isLeft()
  })

  test('is left where it never answers', async () => {
    const server = await serveWeb(() => undefined)
    expect(await fetches({ url: server.url }, { hosts: [server.host], limits })).toMatchObject({
      kind: 'error',
      text: 'It took longer than 0.1 s. 1 request had been sent, and may have taken effect.',
    })
    await server.isLeft()
  })

  test('is left where its name is never looked up', async () => {
    const { network } = publicNetwork({})
    const never = { ...network, resolve: () => new Promise<never>(() => undefined) }
    expect(await fetches({ url: 'http://example.test/' }, { network: never, limits })).toMatchObject({
      kind: 'error',
      text: 'It took longer than 0.1 s. Nothing was sent.',
    })
  })

  test('is left where its headers never end', async () => {
    const server = createServer(socket => {
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = (): void => {
        while (!socket.destroyed && socket.write(`x-a: ${'a'.repeat(1000)}\r\n`));
      }
      socket.on('drain', more)
      more()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    expect(await fetches({ url: `http://${host}/` }, { hosts: [host] })).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('1 request had been sent'),
    })
  })
})
