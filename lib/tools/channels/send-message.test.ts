import { describe, expect, test } from 'vitest'
import { ChannelSetup } from '@/lib/domain/channels/channel'
import { sampled, table } from '@/test/table'
import { INNER_HOSTS } from '../web/testing/inner-hosts'
import { serveWeb } from '../web/testing/web'
import { channel, contextOf, type MessageWorld, previews, sends } from './testing/sending'

const webhook = (url: string) => channel({ kind: 'webhook', url })

describe('a message by a webhook', () => {
  test('is sent once as it was shown, with where it comes from', async () => {
    const server = await serveWeb(response => response.end('thanks'))
    const setup = { kind: 'webhook', url: `${server.url}/in`, headers: { 'x-key': { fromEnv: 'OPS_KEY' } } }
    const variables = { OPS_KEY: 'the-key-of-ops-1' }
    const world = { channels: [channel(setup)], hosts: [server.host], variables }
    const shown = await previews('It is done.', world)
    const body = JSON.stringify({
      text: 'It is done.',
      session: { id: '7', title: 'Nightly build' },
      link: 'http://desk.test/sessions/7',
    })
    expect(shown).toMatchObject({
      preview: {
        kind: 'request',
        request: { method: 'POST', url: `${server.url}/in`, headers: { 'x-key': 'from OPS_KEY' }, body },
      },
      risks: [
        { reason: 'Sends a message to ops' },
        { reason: 'Internal host, allowed by the owner' },
        { reason: 'Not encrypted: others may read it in transit' },
      ],
    })
    expect(JSON.stringify(shown)).not.toContain('the-key')
    expect(await sends('It is done.', world)).toMatchObject({
      kind: 'ok',
      text: 'Sent to ops. HTTP 200: thanks',
    })
    expect(server.ledger).toMatchObject([
      { method: 'POST', path: '/in', headers: { 'x-key': 'the-key-of-ops-1' }, body },
    ])
  })

  test('does not run where the channel leads elsewhere by then', async () => {
    const server = await serveWeb()
    const one = webhook(`${server.url}/a`)
    const other = { ...one, setup: ChannelSetup.parse({ kind: 'webhook', url: `${server.url}/b` }) }
    const now = contextOf({ channels: [other], hosts: [server.host] })
    const world = { channels: [one], hosts: [server.host] }
    expect(await sends('Hello', world, { messages: now.messages })).toEqual({ kind: 'drifted' })
    expect(server.ledger).toEqual([])
  })

  test('reaches no private address that the owner did not open, and says where that is done', async () => {
    const server = await serveWeb()
    const channels = [webhook(server.url)]
    const why = expect.stringContaining('allowed in Settings')
    expect(await previews('Hello', { channels })).toMatchObject({ kind: 'error', message: why })
    // The owner may close it once more while the message waits.
    const outcome = await sends(
      'Hello',
      { channels, hosts: [server.host] },
      { internalHosts: async () => [] },
    )
    expect(outcome).toMatchObject({ kind: 'error', text: why, details: { sent: 0 } })
    expect(server.connections()).toBe(0)
  })

  table(sampled(INNER_HOSTS, 12))(
    'is not sent to it, whether its address is written or named',
    async host => {
      const server = await serveWeb()
      const url = `http://${host}:${server.port}/key-of-the-hook`
      for (const setup of [
        { kind: 'webhook', url: { fromEnv: 'HOOK' } },
        { kind: 'slack', url: { fromEnv: 'HOOK' } },
        { kind: 'discord', url: { fromEnv: 'HOOK' } },
        ...(URL.canParse(url) ? [{ kind: 'webhook', url }] : []),
      ]) {
        const parsed = ChannelSetup.safeParse(setup)
        if (!parsed.success) continue
        const world = { channels: [channel(setup)], variables: { HOOK: url } }
        const shown = await previews('Hello', world)
        expect(shown).toMatchObject({ kind: 'error', message: expect.stringMatching(/not a public address/) })
        if ('fromEnv' in Object(setup.url)) expect(JSON.stringify(shown)).not.toContain('key-of-the-hook')
      }
      expect(server.connections()).toBe(0)
    },
  )

  test('is not sent on by a redirect, and tells what was refused', async () => {
    const server = await serveWeb((response, { path }) =>
      path === '/moved'
        ? response.writeHead(307, { location: '/b' }).end()
        : response.writeHead(403).end('no\nway'),
    )
    const sendsTo = (path: string) =>
      sends('Hello', { channels: [webhook(`${server.url}${path}`)], hosts: [server.host] })
    expect(await sendsTo('/moved')).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/HTTP 307.*not followed/),
    })
    expect(await sendsTo('/closed')).toMatchObject({ kind: 'error', text: 'ops: HTTP 403: no way' })
    expect(server.ledger.map(({ path }) => path)).toEqual(['/moved', '/closed'])
  })

  test('that is broken off after it was sent may have arrived', async () => {
    const server = await serveWeb(response => response.destroy())
    const outcome = await sends('Hello', { channels: [webhook(server.url)], hosts: [server.host] })
    expect(outcome).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('may have taken effect'),
      details: { sent: 1 },
    })
  })

  test('is not sent where nothing may be done any more', async () => {
    const server = await serveWeb()
    const lapse = new Error('no longer')
    const beforeEffect = (): void => {
      throw lapse
    }
    const world = { channels: [webhook(server.url)], hosts: [server.host] }
    expect(await sends('Hello', world, { beforeEffect })).toMatchObject({ bug: lapse })
    expect(server.ledger).toEqual([])
  })
})

describe('Slack and Discord', () => {
  test.each([
    ['slack', 'a <!channel> & b', { text: 'a &lt;!channel&gt; &amp; b' }],
    ['discord', 'a @everyone', { content: 'a @everyone', allowed_mentions: { parse: [] } }],
  ])('%s gets what it takes, nobody is called, and its address stays secret', async (kind, text, body) => {
    const server = await serveWeb()
    const variables = { HOOK: `${server.url}/services/T000/B000/secret-path` }
    const world = { channels: [channel({ kind, url: { fromEnv: 'HOOK' } })], hosts: [server.host], variables }
    const shown = await previews(text, world)
    expect(shown).toMatchObject({ preview: { request: { url: `${server.url}/… (from HOOK)` } } })
    expect(JSON.stringify(shown)).not.toContain('secret-path')
    expect(await sends(text, world)).toMatchObject({ kind: 'ok' })
    expect(server.ledger.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/services/T000/B000/secret-path', body],
    ])
  })

  test('what is too long for Discord is refused with its length', async () => {
    const world = {
      channels: [channel({ kind: 'discord', url: { fromEnv: 'HOOK' } })],
      variables: { HOOK: 'https://discord.example/x' },
    }
    expect(await previews('x'.repeat(2001), world)).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/at most 2000 characters.*2,001/),
    })
  })
})

describe('a channel that there is not', () => {
  const message = async (world: MessageWorld, name?: string) => {
    const outcome = await previews('Hello', world, name)
    expect(outcome).toMatchObject({ kind: 'error', errors: [{ path: '/channel' }] })
    return outcome.kind === 'error' ? outcome.message : ''
  }

  test('is answered with those that there are', async () => {
    const off = { ...webhook('https://a.example'), name: 'off', enabled: false }
    expect(await message({ channels: [webhook('https://a.example'), off] }, 'off')).toBe(
      'There is no channel off that is enabled. There are: ops.',
    )
    expect(await message({ channels: [off] })).toContain('No channel is set up.')
  })

  test('or lacks its secret is answered with the name of that', async () => {
    expect(await message({ channels: [channel({ kind: 'slack', url: { fromEnv: 'HOOK' } })] })).toContain(
      'no HOOK',
    )
  })
})
