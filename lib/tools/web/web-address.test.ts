import { describe, expect, test } from 'vitest'
import { fetches, previews, publicNetwork, serveWeb } from './testing/web'
import { isPublic, readAddress } from './web-address'

/** Spellings of this machine, its network and what is not of the internet; `PORT` is that of a server that counts. */
const NUMBERS = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7F.0x0.0x0.0x1',
    '0177.0.0.1',
  ],
  ...['017700000001', '127.0.0.1.', '127.255.255.254', '0', '0.0.0.0', '0.0.0.1', '00.0.0.0x0'],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.０.０.１', '127．0．0．1'],
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '169.254.169.254',
    '2852039166',
  ],
  ...['100.64.0.1', '100.127.255.254', '192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.7', '192.88.99.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
]
const NUMBERS_6 = [
  ...['::1', '::', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:7f00:1', '::127.0.0.1'],
  ...['::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b::127.0.0.1', '64:ff9b:1::7f00:1'],
  ...['2002:7f00:1::', '2001::1', '2001:db8::1', 'fe80::1', 'febf::1', 'fec0::1', 'fc00::1', 'fd00:ec2::254'],
  ...['100::1', 'ff02::1', '3fff::1', '5f00::1', '4000::1', 'e000::1'],
]
const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ｌocalhost',
  'ⓛocalhost',
  'local\thost',
]

describe('an address that is not public', () => {
  test.each([...NUMBERS, ...NAMES, ...NUMBERS_6.map(number => `[${number}]`)])(
    'is refused before anybody is asked, and nothing is connected to: %s',
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
  test.each(names)('is refused behind a name that stands for %s', async (_, addresses) => {
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

test.each([
  ['http://user@example.com/', /user name/],
  ['http://user:word@example.com/', /user name/],
  ['http://example.com@127.0.0.1/', /user name/],
  ['file:///etc/passwd', /Only http and https/],
  ['gopher://example.com/', /Only http and https/],
  ['ftp://example.com/', /Only http and https/],
  ['data:text/plain,a', /Only http and https/],
  ['unix:/var/run/docker.sock', /Only http and https/],
  ['//example.com/', /no address/],
  ['example.com', /no address/],
  ['http://', /no address/],
])('%s is not fetched', (url, message) => {
  expect(readAddress(url, [])).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) })
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
