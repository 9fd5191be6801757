import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ChannelSetup, type StoredChannel } from '@/lib/domain/channel/channel'
import { computeHere } from '@/lib/domain/job'
import { EMPTY_PLAN } from '@/lib/domain/session/plan'
import { EMPTY_STATE } from '@/lib/domain/session/state'
import type { PerformContext } from '../define-tool'
import { createRegistry } from '../registry'
import { perform, preview } from '../run-tool'
import { hash } from '../testing/temporary-workspace'
import { serveWeb } from '../web/testing/web'
import { sendMessage } from './send-message'
import { serveMail } from './testing/mail-server'

const tools = createRegistry([sendMessage], hash)

const channel = (setup: unknown, more: Partial<StoredChannel> = {}): StoredChannel => ({
  ...{ id: randomUUID(), name: 'ops', enabled: true, notices: false, createdAt: '2026-01-01T00:00:00.000Z' },
  setup: ChannelSetup.parse(setup),
  ...more,
})

type World = {
  channels: StoredChannel[]
  hosts?: string[]
  variables?: Record<string, string>
  title?: string
}

function contextOf({ channels, hosts = [], variables = {}, title = 'Nightly build' }: World): PerformContext {
  const signal = new AbortController().signal
  return {
    ...{ root: '/nowhere', signal, hash, compute: computeHere, content: async () => null },
    ...{ skill: async () => null, plan: async () => EMPTY_PLAN, state: async () => EMPTY_STATE },
    recall: async query => ({ query, hits: [] }),
    internalHosts: async () => hosts,
    messages: async () => ({
      ...{ channels, environment: name => variables[name], link: 'http://desk.test/sessions/7' },
      session: { id: '7', title },
    }),
    onOutput: () => undefined,
    beforeEffect: () => signal.throwIfAborted(),
    leaseMs: () => 3_000,
    elicit: async () => ({ action: 'cancel' }),
    execution: { callId: randomUUID(), epoch: 1 },
    preview: undefined,
  }
}

const invocation = (text: string, name = 'ops') => ({
  tool: 'send_message',
  argumentsText: JSON.stringify({ channel: name, text }),
})

const previews = (text: string, world: World, name?: string) =>
  preview(tools, invocation(text, name), contextOf(world))

/** As it is approved and then run; `more`: what has changed in between. */
async function sends(text: string, world: World, more: Partial<PerformContext> = {}) {
  const shown = await previews(text, world)
  if (shown.kind !== 'preview') throw new Error(shown.message)
  return perform(tools, invocation(text), { ...contextOf(world), preview: shown.preview, ...more })
}

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
      risks: [{ level: 'high', reason: 'Sends a message to ops' }],
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
    const outcome = await sends('Hello', { channels: [webhook(server.url)] })
    expect(outcome).toMatchObject({ kind: 'error', details: { sent: 0 } })
    expect(outcome).toMatchObject({ text: expect.stringContaining('lists in Settings') })
    expect(server.connections()).toBe(0)
  })

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
  const message = async (world: World, name?: string) => {
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

describe('a message by mail', () => {
  const mail = (port: number, more = {}) =>
    channel({
      ...{ kind: 'smtp', host: '127.0.0.1', port, secure: false },
      ...{ from: 'desk@example.com', to: ['ann@example.com', 'bob@example.com'] },
      ...more,
    })

  test('goes to the server as it was shown, by the password of its user', async () => {
    const passwords: unknown[] = []
    const server = await serveMail({
      authOptional: false,
      onAuth: ({ username, password }, _, callback) => {
        passwords.push(password)
        callback(null, { user: username ?? '' })
      },
    })
    const world = {
      channels: [mail(server.port, { user: 'desk', password: { fromEnv: 'MAIL' } })],
      variables: { MAIL: 'the-mail-password' },
    }
    expect(await previews('Done.\nAll of it.', world)).toMatchObject({
      preview: {
        request: {
          headers: {
            From: 'desk@example.com',
            To: 'ann@example.com, bob@example.com',
            Subject: 'Countersign: Nightly build',
          },
          body: 'Done.\nAll of it.',
        },
      },
    })
    expect(await sends('Done.\nAll of it.', world)).toMatchObject({ kind: 'ok' })
    expect(passwords).toEqual(['the-mail-password'])
    expect(server.mails).toMatchObject([
      { from: 'desk@example.com', to: ['ann@example.com', 'bob@example.com'], user: 'desk' },
    ])
    expect(server.mails[0]?.message).toMatch(
      /\r\nSubject: Countersign: Nightly build\r\n[\s\S]*\r\n\r\nDone\.\r\nAll of it\./,
    )
  })

  test('has no header that a title could bring in', async () => {
    const server = await serveMail()
    const title = 'a\r\nBcc: eve@example.com\r\n\r\nb'
    expect(await sends('Hello', { channels: [mail(server.port)], title })).toMatchObject({ kind: 'ok' })
    expect(server.mails[0]?.to).toEqual(['ann@example.com', 'bob@example.com'])
    expect(server.mails[0]?.message).not.toMatch(/^Bcc:/im)
  })

  test('that is refused was not sent, and one whose answer never came may arrive', async () => {
    const refusing = await serveMail({
      onRcptTo: (_, __, callback) => callback(Object.assign(new Error('no such box'), { responseCode: 550 })),
    })
    expect(await sends('Hello', { channels: [mail(refusing.port)] })).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/no such box.*Nothing was sent\./s),
      details: { sent: 0 },
    })
    const port = await breakingMailServer()
    expect(await sends('Hello', { channels: [mail(port)] })).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('may arrive'),
      details: { sent: 1 },
    })
  })

  test('whose server is not there was not sent', async () => {
    const outcome = await sends('Hello', { channels: [mail(1)] })
    expect(outcome).toMatchObject({ kind: 'error', text: expect.stringContaining('Nothing was sent.') })
  })
})

/** Takes a mail to its last line, and hangs up. */
async function breakingMailServer(): Promise<number> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    let isData = false
    socket.on('data', chunk => {
      const text = chunk.toString()
      if (isData || /\r\n\.\r\n/.test(text)) return void socket.destroy()
      isData = /^DATA/i.test(text)
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
