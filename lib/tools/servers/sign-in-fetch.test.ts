import { describe, expect, test } from 'vitest'
import { sampled, table } from '@/test/table'
import { INNER_HOSTS } from '../web/testing/inner-hosts'
import { publicNetwork, serveWeb } from '../web/testing/web'
import { type SignInWeb, signInFetch } from './sign-in-fetch'

const SERVER = 'https://tea.example/mcp'

const fetching = (more: Partial<SignInWeb> & { hosts?: string[] } = {}) => {
  const { hosts = [], ...web } = more
  return signInFetch({ server: SERVER, internalHosts: async () => hosts, waitMs: 60_000, ...web })
}

describe('an address that a server names for signing in', () => {
  table(sampled(INNER_HOSTS, 12))('is not asked where it is one', async host => {
    const server = await serveWeb()
    const { network, lookups, dialled } = publicNetwork({})
    await expect(fetching({ network })(`https://${host}:${server.port}/token`)).rejects.toThrow(
      /not a public address/,
    )
    await expect(fetching({ network })(`http://${host}:${server.port}/token`)).rejects.toThrow(
      /neither https/,
    )
    expect([server.connections(), lookups, dialled]).toEqual([0, [], []])
  })

  const NAMES: [string, string[]][] = [
    ['loopback', ['127.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a public and a private address', ['93.184.215.14', '192.168.0.1']],
  ]
  test.each(NAMES)('is not asked where its name stands for %s', async (_, addresses) => {
    const { network, dialled } = publicNetwork({ 'login.example': [addresses] })
    await expect(fetching({ network })('https://login.example/token')).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringMatching(/not a public address/) }),
    })
    expect(dialled).toEqual([])
  })

  test('is asked where it stands for a public one, whatever it stands for a moment later', async () => {
    const names = { 'login.example': [['93.184.215.14'], ['127.0.0.1']] }
    const { network, dialled, lookups } = publicNetwork(names)
    await expect(fetching({ network })('https://login.example/token')).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
    })
    expect([lookups, dialled]).toEqual([['login.example'], ['93.184.215.14']])
  })

  test('is asked where the owner opened it', async () => {
    const { network, dialled } = publicNetwork({ 'login.internal': [['10.1.2.3']] })
    const send = fetching({ network, hosts: ['login.internal'] })
    await expect(send('https://login.internal/token')).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
    })
    expect(dialled).toEqual(['10.1.2.3'])
  })

  test.each(['user@10.0.0.1', 'tea.example@127.0.0.1', 'a:b@login.example'])(
    'says nothing of who asks: %s',
    async place => {
      await expect(fetching()(`https://${place}/token`)).rejects.toThrow(/user name or password/)
    },
  )

  test.each([
    'file:///etc/passwd',
    'data:application/json,{}',
    'ftp://tea.example/',
    'blob:https://tea.example/a',
  ])('is no other kind of place: %s', async place => {
    await expect(fetching()(place)).rejects.toThrow(/neither https/)
  })
})

test('what does not answer, or never ends, is given up', async () => {
  const silent = await serveWeb(() => undefined)
  await expect(fetching({ server: silent.url, waitMs: 50 })(silent.url)).rejects.toThrow()
  await silent.isLeft()
  const dripping = await serveWeb(response => void response.writeHead(200).write('{'))
  const response = await fetching({ server: dripping.url, waitMs: 200 })(dripping.url)
  await expect(response.text()).rejects.toThrow()
  await dripping.isLeft()
})

test('where an answer leads elsewhere, it is not followed', async () => {
  const other = await serveWeb()
  const server = await serveWeb(response => response.writeHead(302, { location: other.url }).end())
  await expect(fetching({ server: server.url })(server.url)).rejects.toThrow()
  expect(other.connections()).toBe(0)
})
