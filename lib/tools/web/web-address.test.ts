import { describe, expect, test } from 'vitest'
import { phrase } from '@/lib/messages/phrase'
import { sampled, table } from '@/test/table'
import { INNER_HOSTS } from './testing/inner-hosts'
import { fetches, previews, publicNetwork, serveWeb } from './testing/web'
import { isPublic, readAddress } from './web-address'

describe('an address that is not public', () => {
  test('has 116 spellings here', () => expect(new Set(INNER_HOSTS).size).toBe(116))

  table(sampled(INNER_HOSTS, 12))(
    'is refused before anybody is asked, and nothing is connected to',
    async host => {
      const server = await serveWeb()
      const url = `http://${host}:${server.port}/`
      expect(await previews({ url })).toMatchObject({
        kind: 'error',
        message: expect.stringMatching(/not a public address/),
        errors: [{ path: '/url' }],
      })
      expect(await fetches({ url })).toMatchObject({ kind: 'error' })
      expect(server.connections()).toBe(0)
    },
  )

  const names: [string, string[]][] = [
    ['loopback', ['127.0.0.1']],
    ['loopback, by IPv6', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a public and a private address', ['93.184.215.14', '192.168.0.1']],
    ['no address', []],
  ]
  table(names)('is refused behind a name that stands for it', async (_, addresses) => {
    const { network, dialled } = publicNetwork({ 'name.example': [addresses] })
    const outcome = await fetches({ url: 'https://name.example/' }, { network })
    expect(outcome).toMatchObject({ kind: 'error', text: expect.stringContaining('Nothing was sent.') })
    expect(dialled).toEqual([])
  })

  test('is not what a name stands for a moment later: it is looked up once, and that is where it goes', async () => {
    const inner = await serveWeb()
    const { network, dialled, lookups } = publicNetwork(
      { 'rebinding.example': [['93.184.215.14'], ['127.0.0.1']] },
      { '127.0.0.1': inner.port },
    )
    await fetches({ url: 'http://rebinding.example/' }, { network })
    expect(lookups).toEqual(['rebinding.example'])
    expect(dialled).toEqual(['93.184.215.14'])
    expect(inner.connections()).toBe(0)
    const again = await fetches({ url: 'http://rebinding.example/' }, { network })
    expect(again).toMatchObject({ kind: 'error', text: expect.stringContaining('is at 127.0.0.1') })
    expect(inner.connections()).toBe(0)
  })
})

table([
  ['http://user@example.com/', /user name/],
  ['http://user:word@example.com/', /user name/],
  ['http://example.com@127.0.0.1/', /user name/],
  ['file:///etc/passwd', /Only http and https/],
  ['gopher://example.com/', /Only http and https/],
  ['ftp://example.com/', /Only http and https/],
  ['data:text/plain,a', /Only http and https/],
  ['unix:/var/run/docker.sock', /Only http and https/],
  ['http://127.0.0.1@example.com/', /user name/],
  ['http://@127.0.0.1:80@example.com/', /user name/],
  ['http://example.com:80@127.0.0.1/', /user name/],
  ['http://example.com%40127.0.0.1/', /no address/],
  ['http:\\\\user@127.0.0.1\\', /user name/],
  ['dict://127.0.0.1:11211/stats', /Only http and https/],
  ['ldap://127.0.0.1/', /Only http and https/],
  ['sftp://127.0.0.1/', /Only http and https/],
  ['jar:http://127.0.0.1!/a', /Only http and https/],
  ['blob:http://127.0.0.1/a', /Only http and https/],
  ['javascript:fetch("/")', /Only http and https/],
  ['ws://127.0.0.1/', /Only http and https/],
  ['view-source:http://127.0.0.1/', /Only http and https/],
  ['netdoc:///etc/passwd', /Only http and https/],
  ['http+unix://%2Fvar%2Frun%2Fdocker.sock/', /Only http and https/],
  ['http://[::1', /no address/],
  ['http://[fe80::1%25eth0]/', /no address/],
  ['http://127.0.0.1:99999/', /no address/],
  ['//example.com/', /no address/],
  ['example.com', /no address/],
  ['http://', /no address/],
])('what is no address of the web is not fetched', (url, message) => {
  const address = readAddress(url, [])
  expect(address.kind === 'refused' && phrase(address.codedText)).toMatch(message)
})

test.each(['8.8.8.8', '93.184.215.14', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  'what is public is: %s',
  address => expect(isPublic(address)).toBe(true),
)

describe('a host that the owner opened', () => {
  const rows: [host: string, url: string, isInternal: boolean][] = [
    ['wiki.internal', 'http://wiki.internal/', true],
    ['wiki.internal', 'https://WIKI.internal./a', true],
    ['wiki.internal:443', 'https://wiki.internal/', true],
    ['wiki.internal:80', 'http://wiki.internal/', true],
    ['wiki.internal:8080', 'http://wiki.internal:8080/', true],
    ['127.0.0.1:8080', 'http://2130706433:8080/', true],
    ['[::1]:8080', 'http://[0:0:0:0:0:0:0:1]:8080/', true],
    ['wiki.internal', 'http://wiki.internal:8080/', false],
    ['wiki.internal:443', 'http://wiki.internal/', false],
    ['wiki.internal', 'http://a.wiki.internal/', false],
    ['wiki.internal', 'http://internal/', false],
  ]
  test.each(rows)('%s is at %s: %s', (host, url, isInternal) => {
    expect(readAddress(url, [host])).toMatchObject({ kind: 'address', isInternal })
  })

  test('opens no other port of it, and no other spelling of the same machine', async () => {
    const server = await serveWeb()
    const other = await serveWeb()
    const hosts = [server.host]
    expect(await fetches({ url: server.url }, { hosts })).toMatchObject({ kind: 'ok' })
    expect(await fetches({ url: other.url }, { hosts })).toMatchObject({ kind: 'error' })
    const url = `http://localhost:${server.port}/`
    expect(await fetches({ url }, { hosts })).toMatchObject({ kind: 'error' })
    expect([server.connections(), other.connections()]).toEqual([1, 0])
  })

  test('is closed again where the owner closed it after the approval', async () => {
    const server = await serveWeb()
    expect(await previews({ url: server.url }, { hosts: [server.host] })).toMatchObject({ kind: 'preview' })
    expect(await fetches({ url: server.url }, { hosts: [] })).toMatchObject({ kind: 'error' })
    expect(server.connections()).toBe(0)
  })
})
