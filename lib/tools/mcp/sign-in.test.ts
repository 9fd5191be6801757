import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveWeb } from '../web/testing/web'
import { reachServers, temporaryFolder, webServer } from './testing/servers'

const REDIRECT = 'http://127.0.0.1:7/back'

type Exchange = { path: string; text: string; authorization: string | undefined }

/** A server that wants its owner to sign in, and lets them in itself. Tokens are good for one connection. */
async function guardedServer({ metadata = {} }: { metadata?: object } = {}) {
  const exchanges: Exchange[] = []
  const good = new Set<string>()
  let issued = 0
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const { pathname } = new URL(request.url ?? '', 'http://here')
    exchanges.push({ path: pathname, text, authorization: request.headers.authorization })
    const answer = ANSWERS[pathname]
    if (answer) return json(response, answer(text))
    if (pathname !== '/mcp') return void response.writeHead(404).end()
    if (!good.has(request.headers.authorization ?? '')) return void response.writeHead(401).end()
    return mcp(text, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tokens = () => {
    issued += 1
    good.add(`Bearer token${issued}`)
    return { access_token: `token${issued}`, token_type: 'Bearer', refresh_token: `refresh${issued}` }
  }
  const ANSWERS: Record<string, (text: string) => unknown> = {
    '/.well-known/oauth-protected-resource/mcp': () => ({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
    }),
    '/.well-known/oauth-authorization-server': () => ({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      ...metadata,
    }),
    '/register': text => ({ ...JSON.parse(text), client_id: 'tea' }),
    '/token': tokens,
  }
  return { url: `${origin}/mcp`, exchanges, forget: () => good.clear() }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

const json = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

function mcp(text: string, response: ServerResponse): void {
  const { id, method } = text === '' ? {} : JSON.parse(text)
  const result = RESULTS[method]
  const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
  if (text === '') response.writeHead(405).end()
  else if (id === undefined) response.writeHead(202).end()
  else json(response, { jsonrpc: '2.0', id, ...answer })
}

const RESULTS: Record<string, unknown> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'w', version: '1' },
  },
  'tools/list': { tools: [{ name: 'tea', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'green' }] },
}

test('an owner signs in, and what comes of that is kept for this account alone and renewed', async () => {
  const { url, exchanges, forget } = await guardedServer()
  const dataDir = temporaryFolder()
  const { connections, until, connected, run } = await reachServers([webServer(url)], { dataDir })
  await until(({ status }) => status === 'sign_in')
  const { url: place } = await connections.beginSignIn('one', REDIRECT)
  const query = new URL(place).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: 'tea',
    redirect_uri: REDIRECT,
    code_challenge_method: 'S256',
  })
  const state = query.get('state') ?? ''
  await expect(connections.endSignIn('one', { code: 'c', state: 'another' })).rejects.toThrow(
    'no answer to a sign-in',
  )
  await connections.endSignIn('one', { code: 'c', state })
  await connected()
  await expect(connections.endSignIn('one', { code: 'c', state })).rejects.toThrow('no answer to a sign-in')
  expect(await run('tea')).toMatchObject({ kind: 'ok', text: 'green' })
  forget()
  expect(await run('tea')).toMatchObject({ kind: 'ok', text: 'green' })
  const grants = exchanges.filter(each => each.path === '/token').map(({ text }) => new URLSearchParams(text))
  expect(grants.map(grant => grant.get('grant_type'))).toEqual(['authorization_code', 'refresh_token'])
  expect(grants[0]?.get('code_verifier')).toMatch(/.{40}/)
  const file = path.join(dataDir, 'mcp-tokens.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('token2')
})

test('what is kept for one address is never sent to another', async () => {
  const [first, second] = [await guardedServer(), await guardedServer()]
  const dataDir = temporaryFolder()
  const { connections, until, connected, news } = await reachServers([webServer(first.url)], { dataDir })
  await until(({ status }) => status === 'sign_in')
  const { url } = await connections.beginSignIn('one', REDIRECT)
  await connections.endSignIn('one', { code: 'c', state: new URL(url).searchParams.get('state') ?? '' })
  await connected()
  const before = news.length
  await connections.configure([webServer(second.url)])
  await until(({ status }) => status === 'sign_in', before)
  expect(second.exchanges.map(({ authorization }) => authorization)).toEqual(
    second.exchanges.map(() => undefined),
  )
})

test.each(['token_endpoint', 'authorization_endpoint'])(
  'a server does not sign anybody in by a %s that others can listen to',
  async endpoint => {
    const { url } = await guardedServer({ metadata: { [endpoint]: 'http://tea.example/here' } })
    const { connections, until } = await reachServers([webServer(url)], { dataDir: temporaryFolder() })
    await until(({ status }) => status === 'sign_in')
    const signIn = async () => {
      const begun = await connections.beginSignIn('one', REDIRECT)
      await connections.endSignIn('one', {
        code: 'c',
        state: new URL(begun.url).searchParams.get('state') ?? '',
      })
    }
    await expect(signIn()).rejects.toThrow(/tea\.example/)
  },
)

test('a server does not have anything sent to what only this machine reaches', async () => {
  const inner = await serveWeb()
  const token = `https://0.0.0.0:${inner.port}/token`
  const { url } = await guardedServer({ metadata: { token_endpoint: token } })
  const { connections, until } = await reachServers([webServer(url)], { dataDir: temporaryFolder() })
  await until(({ status }) => status === 'sign_in')
  const begun = await connections.beginSignIn('one', REDIRECT)
  const state = new URL(begun.url).searchParams.get('state') ?? ''
  await expect(connections.endSignIn('one', { code: 'c', state })).rejects.toThrow(/not a public address/)
  expect(inner.connections()).toBe(0)
})

test('a server whose header says who comes is not signed in to', async () => {
  const { url } = await guardedServer()
  const { connections, until } = await reachServers([webServer(url, { Authorization: 'Bearer wrong' })])
  expect((await until(({ status }) => status === 'failed')).status).toBe('failed')
  await expect(async () => connections.beginSignIn('one', REDIRECT)).rejects.toThrow('is not signed in to')
})
