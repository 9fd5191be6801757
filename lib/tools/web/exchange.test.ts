import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LeaseLapsed } from '../run-tool'
import { redirectOf } from './redirect'
import { INNER_HOSTS } from './testing/inner-hosts'
import { fetched, fetches, publicNetwork, serveWeb, type WebServer } from './testing/web'

const to =
  (location: string, status = 302) =>
  (response: ServerResponse) =>
    response.writeHead(status, { location }).end('elsewhere')

/** One public host, on a server of the tests. */
const publicHost = (server: WebServer, name = 'example.test') =>
  publicNetwork(
    { [name]: [['93.184.215.14']], [`www.${name}`]: [['93.184.215.14']] },
    { '93.184.215.14': server.port },
  )

describe('a redirect', () => {
  test('is followed on its host, and each address is told', async () => {
    const server = await serveWeb((response, { path }) =>
      path === '/1' ? to('/2?a#b')(response) : response.end('there'),
    )
    const hosts = [server.host]
    expect(await fetches({ url: `${server.url}/1` }, { hosts })).toMatchObject({
      kind: 'ok',
      text: expect.stringMatching(/^HTTP 200 OK · .*\/2\?a\n\nthere$/),
      details: { url: `${server.url}/2?a`, redirects: [`${server.url}/1`] },
    })
    expect(server.ledger.map(request => request.path)).toEqual(['/1', '/2?a'])
  })

  test('takes nothing along that tells who asks where it leads to another origin', async () => {
    const second = await serveWeb()
    const first = await serveWeb(to(`${second.url}/b`))
    const headers = {
      Authorization: 'Bearer b',
      cookie: 'c=1',
      'X-Api-Key': 'd',
      'x-own': 'e',
      accept: 'text/plain',
    }
    await fetched({ url: first.url, headers }, { hosts: [first.host, second.host] })
    expect(first.ledger[0]?.headers).toMatchObject({ authorization: 'Bearer b', cookie: 'c=1', 'x-own': 'e' })
    expect(Object.keys(second.ledger[0]?.headers ?? {}).sort()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ])
  })

  test('keeps them on the same origin', async () => {
    const server = await serveWeb((response, { path }) =>
      path === '/1' ? to('/2')(response) : response.end('there'),
    )
    await fetched({ url: `${server.url}/1`, headers: { Authorization: 'b' } }, { hosts: [server.host] })
    expect(server.ledger[1]?.headers.authorization).toBe('b')
  })

  test.each([
    [
      'another host',
      'http://other.test/?secret',
      /redirects to http:\/\/other.test\/\?secret, which is another host/,
    ],
    ['an internal host', 'http://127.0.0.1:1/', /another host: not followed/],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/', /another host: not followed/],
    ['a file', 'file:///etc/passwd', /not followed/],
    ['nowhere', 'http://', /no address/],
  ])('to %s is told and not followed', async (_, location, message) => {
    const server = await serveWeb(to(location))
    const { network, lookups } = publicHost(server)
    const text = await fetched({ url: 'http://example.test/' }, { network })
    expect(text).toMatch(/^HTTP 302 Found/)
    expect(text).toMatch(message)
    expect(lookups).toEqual(['example.test'])
  })

  test('to an internal host is not followed from outside, though the owner opened it', async () => {
    const inner = await serveWeb()
    const server = await serveWeb(to(inner.url))
    const { network } = publicHost(server)
    expect(await fetched({ url: 'http://example.test/' }, { network, hosts: [inner.host] })).toContain(
      'another host',
    )
    expect(inner.connections()).toBe(0)
  })

  test('from an internal host to another one that the owner did not open is refused', async () => {
    const closed = await serveWeb()
    const server = await serveWeb(to(closed.url))
    expect(await fetches({ url: server.url }, { hosts: [server.host] })).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/not a public address.* 1 request had been sent/),
    })
    expect(closed.connections()).toBe(0)
  })

  test('to the same name is refused where that has come to stand for something internal', async () => {
    const inner = await serveWeb()
    const server = await serveWeb(to('/again'))
    const { network, dialled } = publicNetwork(
      { 'example.test': [['93.184.215.14'], ['127.0.0.1']] },
      { '93.184.215.14': server.port, '127.0.0.1': inner.port },
    )
    const outcome = await fetches({ url: 'http://example.test/' }, { network })
    expect(outcome).toMatchObject({ kind: 'error', text: expect.stringContaining('is at 127.0.0.1') })
    expect(dialled).toEqual(['93.184.215.14'])
    expect(inner.connections()).toBe(0)
  })

  test('goes to the name with www., which nobody else has', async () => {
    const server = await serveWeb((response, { headers }) =>
      headers.host === 'example.test' ? to('http://www.example.test/')(response) : response.end('there'),
    )
    const { network } = publicHost(server)
    expect(await fetched({ url: 'http://example.test/' }, { network })).toContain('there')
  })

  test('is followed though its own body never ends, and that is left', async () => {
    const server = await serveWeb((response, { path }) => {
      if (path !== '/1') return response.end('there')
      response.writeHead(302, { location: '/2' })
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    })
    expect(await fetched({ url: `${server.url}/1` }, { hosts: [server.host] })).toContain('there')
    await server.isLeft()
  })

  test('ends after five', async () => {
    const server = await serveWeb(to('/again'))
    expect(await fetches({ url: server.url }, { hosts: [server.host] })).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/more than 5 times.* 6 requests had been sent/),
    })
    expect(server.ledger.length).toBe(6)
  })

  const methods: [number, string, string][] = [
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [302, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ]
  test.each(methods)('%i makes of %s a %s, as in a browser', async (status, method, then) => {
    const server = await serveWeb((response, { path }) =>
      path === '/1' ? to('/2', status)(response) : response.end('there'),
    )
    const headers = { 'content-type': 'text/plain' }
    await fetched({ url: `${server.url}/1`, method, headers, body: 'content' }, { hosts: [server.host] })
    expect(server.ledger[1]).toMatchObject({ method: then, body: then === 'GET' ? '' : 'content' })
    expect('content-type' in (server.ledger[1]?.headers ?? {})).toBe(then !== 'GET')
  })

  test('leads from a public host to none of the inner ones', () => {
    const request = { method: 'GET', url: new URL('http://example.test/'), headers: {} }
    const led = INNER_HOSTS.flatMap(host =>
      [`http://${host}/`, `//${host}/`, `http://example.test@${host}/`, `\\\\${host}\\`].filter(
        location => redirectOf(request, 302, location).kind === 'follow',
      ),
    )
    expect(led).toEqual([])
  })

  test('is not followed where it gives up encryption', () => {
    const request = { method: 'GET', url: new URL('https://example.test/'), headers: {} }
    expect(redirectOf(request, 302, 'http://example.test/')).toMatchObject({
      kind: 'stay',
      note: expect.stringContaining('not encrypted'),
    })
  })
})

describe('the leave to act', () => {
  test('is asked for before a name is looked up, and again when the first byte is written', async () => {
    const server = await serveWeb((response, { path }) =>
      path === '/' ? to('/2')(response) : response.end(),
    )
    const { network, lookups } = publicHost(server)
    const told: string[] = []
    const beforeEffect = (): void =>
      void told.push(`${lookups.length} looked up, ${server.ledger.length} sent`)
    await fetched({ url: 'http://example.test/' }, { network, beforeEffect })
    expect(told).toEqual([
      ...['0 looked up, 0 sent', '1 looked up, 0 sent', '1 looked up, 1 sent', '2 looked up, 1 sent'],
    ])
  })

  const refusing = (after: number) => {
    let count = 0
    return (): void => {
      count += 1
      if (count > after) throw new LeaseLapsed()
    }
  }

  test.each([0, 1])(
    'is not there at the time %i: nothing is sent, and it may be tried again',
    async after => {
      const server = await serveWeb()
      const options = { hosts: [server.host], beforeEffect: refusing(after) }
      expect(await fetches({ url: server.url }, options)).toEqual({ kind: 'lapsed' })
      expect(server.ledger).toEqual([])
    },
  )

  test.each([2, 3])('is gone at the time %i, after a request: it is never taken for undone', async after => {
    const server = await serveWeb(to('/again'))
    const options = { hosts: [server.host], beforeEffect: refusing(after) }
    expect(await fetches({ url: server.url }, options)).toEqual({
      kind: 'error',
      text: 'It was stopped. 1 request had been sent, and may have taken effect.',
      details: { sent: 1 },
    })
    expect(server.ledger.length).toBe(1)
  })
})

describe('a stop', () => {
  test('ends the connection, and says that the request was sent', async () => {
    const stop = new AbortController()
    const server = await serveWeb(() => stop.abort(new Error('Stopped by somebody.')))
    expect(await fetches({ url: server.url }, { hosts: [server.host], signal: stop.signal })).toMatchObject({
      kind: 'error',
      text: 'It was stopped. 1 request had been sent, and may have taken effect.',
    })
    await server.isLeft()
  })

  test('ends it in the middle of an answer', async () => {
    const stop = new AbortController()
    const server = await serveWeb(response => {
      response.write('a')
      stop.abort(new LeaseLapsed())
    })
    expect(await fetches({ url: server.url }, { hosts: [server.host], signal: stop.signal })).toMatchObject({
      kind: 'error',
      details: { sent: 1 },
    })
    await server.isLeft()
  })

  test('before anything was sent leaves nothing done', async () => {
    const stop = new AbortController()
    const { network } = publicNetwork({})
    const resolve = (): Promise<never> => {
      stop.abort(new Error('Stopped by somebody.'))
      return new Promise(() => undefined)
    }
    const options = { network: { ...network, resolve }, signal: stop.signal }
    expect(await fetches({ url: 'http://example.test/' }, options)).toMatchObject({
      kind: 'error',
      details: { stopped: true },
    })
  })
})

test.each([
  ['no host of that name', 'http://nobody.test/', /no host of that name\. Nothing was sent/],
  ['a host that refuses', 'http://example.test/', /refuses the connection\. Nothing was sent/],
])('where there is %s it says so', async (_, url, message) => {
  const { network } = publicNetwork({ 'example.test': [['93.184.215.14']] })
  expect(await fetches({ url }, { network })).toMatchObject({
    kind: 'error',
    text: expect.stringMatching(message),
  })
})

test('no proxy of the environment is asked', async () => {
  const proxy = await serveWeb()
  const server = await serveWeb()
  const before = { ...process.env }
  onTestFinished(
    () =>
      void Object.assign(process.env, {
        HTTP_PROXY: before.HTTP_PROXY ?? '',
        http_proxy: before.http_proxy ?? '',
      }),
  )
  Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url })
  expect(await fetched({ url: server.url }, { hosts: [server.host] })).toContain('hello')
  expect(proxy.connections()).toBe(0)
})
