import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'playwright/test'
import type { Session } from '@/lib/domain/session/session'
import { IN_FIGURE } from '@/lib/server/http/security-headers'
import type { Installation } from './installation'
import { type RawAnswer, type RawRequest, rawRequest } from './raw-request'

/**
 * Every address that the build serves, as the build itself lists them: a new one is tried without being named. An optional
 * end is tried without it, too.
 */
const ROUTES: string[] = Object.values(
  JSON.parse(readFileSync('.next/app-path-routes-manifest.json', 'utf8')) as Record<string, string>,
).flatMap(route => {
  const [address = '', end] = route.split(/\/\[\[/)
  return end === undefined ? [route] : [address, `${address}/nothing/here`]
})
/** The files that are served as they are. */
const PUBLIC = readdirSync('public', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath.slice('public'.length)}/${name}`)
/** What draws diagrams, in a frame without an origin that is allowed its scripts. It is only read. */
const isOfFigures = (request: string): boolean => /^(GET|HEAD) \/figure\//.test(request)
/** These say the same to everybody. */
export const OPEN = [
  ...['/api/health', '/api/sign-in', '/api/mcp-servers/sign-in'],
  ...[...PUBLIC, '/figure/mermaid/nothing/here', '/messages/x', '/_global-error', '/_not-found'],
]

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const CANARY = 'a-secret-that-only-the-owner-knows'

/** A session in which there is one of everything, all of it secret. */
export type SecretStory = { installation: Installation; session: Session; addresses: string[] }

export async function secretStory(installation: Installation): Promise<SecretStory> {
  const session = await installation.scripted({ title: CANARY })
  const args = { path: `${CANARY}.txt`, content: CANARY }
  await installation.play(session, [{ text: CANARY, calls: [{ name: 'write_file', arguments: args }] }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  const message = { text: CANARY, queueMode: 'followup' }
  await installation.ask('POST', `/api/sessions/${session.id}/messages`, message)
  const { pendingSet, queue } = await installation.view(session)
  const ids: Record<string, string | undefined> = {
    sessions: session.id,
    runs: pendingSet?.runId,
    sets: pendingSet?.id,
    calls: pendingSet?.calls[0]?.id,
    queue: queue[0]?.id,
    requests: '1',
    models: 'scripted:replay',
  }
  const addresses = ROUTES.map(route =>
    route
      .replace(/\/([\w-]+)\/\[\w+\]/g, (_, kind) => `/${kind}/${ids[kind] ?? 'x'}`)
      .replace(/\[\.\.\.\w+\]/, 'nothing/here')
      // Nobody waits for it here.
      .replace(/\/wait$/, '/wait?timeoutMs=0'),
  )
  expect(Object.values(ids)).not.toContain(undefined)
  expect(addresses.join()).not.toContain('[')
  return { installation, session, addresses }
}

/** What the owner has written, and what the server is made of. The words of the page, which everybody has, name tools too. */
export const SECRETS = [CANARY, '"write_file"', 'scripted:replay', '"openapi"', 'countersign-e2e-']

export function expectNothingLeaked(request: string, { text, headers, status }: RawAnswer): void {
  for (const secret of SECRETS) expect([request, text.includes(secret)]).toEqual([request, false])
  const names = JSON.stringify(headers)
  const open = isOfFigures(request)
    ? /countersign-\w+=|x-powered-by/
    : /access-control-|countersign-\w+=|x-powered-by/
  expect([request, open.test(names)]).toEqual([request, false])
  expect([request, status < 500 || request.includes('/_global-error')]).toEqual([request, true])
  // What is no address at all Node itself refuses.
  if (!request.includes('\\')) expectGuardedBrowser(request, headers)
}

/** What every answer tells a browser, and those of the API most of all. */
function expectGuardedBrowser(request: string, headers: RawAnswer['headers']): void {
  const {
    'x-content-type-options': sniffing,
    'x-frame-options': frames,
    'content-security-policy': policy,
  } = headers
  const framed = isOfFigures(request) ? 'SAMEORIGIN' : 'DENY'
  expect([request, sniffing, frames]).toEqual([request, 'nosniff', framed])
  if (isOfFigures(request)) expect([request, policy]).toEqual([request, IN_FIGURE['content-security-policy']])
  if (/^\w+ \/api\//.test(request))
    expect([request, policy]).toEqual([request, "default-src 'none'; frame-ancestors 'none'"])
}

export type Attempt = [line: string, request?: RawRequest]

/** Sends all requests, a few at a time, and follows redirects, which have to stay on this server. */
export async function tryAll(
  url: string,
  attempts: Attempt[],
  check: (line: string, answer: RawAnswer) => void,
) {
  const rest = [...attempts]
  const work = async () => {
    for (let next = rest.pop(); next; next = rest.pop()) {
      const [line, request = {}] = next
      const answer = await rawRequest(url, line, request)
      const { location } = answer.headers
      if (location === undefined) check(`${line} ${JSON.stringify(request)}`, answer)
      else rest.push([`${line.split(' ')[0]} ${pathHere(location)}`, request])
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

/** The address of a redirect, which leads nowhere else. */
function pathHere(location: string): string {
  const { origin, pathname, search } = new URL(location, 'http://127.0.0.1')
  expect([location, origin]).toEqual([location, 'http://127.0.0.1'])
  return pathname + search
}

export const isPage = (address: string): boolean => !address.includes('/api/')

export const each = <A, B>(some: A[], others: B[], attempt: (one: A, other: B) => Attempt): Attempt[] =>
  some.flatMap(one => others.map(other => attempt(one, other)))

/** Of a page Next refuses some methods by itself, and its router gets the page that asks for the token as 200. */
export function expectClosed(request: string, answer: RawAnswer): void {
  expectNothingLeaked(request, answer)
  const { status } = answer
  if (/^GET|^\w+ \/api\//.test(request) && !request.includes('rsc'))
    expect([request, status]).toEqual([request, 401])
  else expect([request, status === 200 || status >= 400]).toEqual([request, true])
}
