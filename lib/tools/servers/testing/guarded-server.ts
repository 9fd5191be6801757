import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Exchange = { path: string; text: string; authorization: string | undefined }

/** `host`: the name by which it is reached. */
export type GuardedOptions = { metadata?: object; host?: string }

/**
 * A server that wants its owner to sign in, and lets them in itself: they are asked on a page of its own. Tokens are good
 * until it forgets them.
 */
export async function openGuardedServer({ metadata = {}, host = '127.0.0.1' }: GuardedOptions = {}) {
  const exchanges: Exchange[] = []
  const good = new Set<string>()
  let issued = 0
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here')
    exchanges.push({ path: pathname, text, authorization: request.headers.authorization })
    if (pathname === '/authorize') return consent(searchParams, response)
    const answer = ANSWERS[pathname]
    if (answer) return json(response, answer(text))
    if (pathname !== '/mcp') return void response.writeHead(404).end()
    if (!good.has(request.headers.authorization ?? '')) return void response.writeHead(401).end()
    return mcp(text, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
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
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `${origin}/mcp`, exchanges, forget: () => good.clear(), close }
}

/** Where the owner decides. */
function consent(query: URLSearchParams, response: ServerResponse): void {
  const back = (more: Record<string, string>): string => {
    const url = new URL(query.get('redirect_uri') ?? '')
    for (const [name, value] of Object.entries({ state: query.get('state') ?? '', ...more }))
      url.searchParams.set(name, value)
    return url.href.replaceAll('&', '&amp;')
  }
  const no = back({ error: 'access_denied', error_description: 'No tea for you' })
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(`<a href="${back({ code: 'c' })}">Allow</a> <a href="${no}">Refuse</a>`)
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
