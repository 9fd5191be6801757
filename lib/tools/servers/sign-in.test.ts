import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveWeb } from '../web/testing/web'
import { type GuardedOptions, openGuardedServer } from './testing/guarded-server'
import { reachServers, temporaryFolder, webServer } from './testing/servers'

const REDIRECT = 'http://127.0.0.1:7/back'
const BROWSER = { browser: 'one' }
const START = { redirectUrl: REDIRECT, ...BROWSER }

async function guardedServer(options: GuardedOptions = {}) {
  const server = await openGuardedServer(options)
  onTestFinished(server.close)
  return server
}

test('an owner signs in, and what comes of that is kept for this account alone and renewed', async () => {
  const { url, exchanges, forget } = await guardedServer()
  const dataDir = temporaryFolder()
  const { connections, until, connected, run } = await reachServers([webServer(url)], { dataDir })
  await until(({ status }) => status === 'sign_in')
  const { url: place } = await connections.beginSignIn('one', START)
  const query = new URL(place).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: 'tea',
    redirect_uri: REDIRECT,
    code_challenge_method: 'S256',
  })
  const state = query.get('state') ?? ''
  await expect(connections.endSignIn('one', { code: 'c', state: 'another', ...BROWSER })).rejects.toThrow(
    'no answer to a sign-in',
  )
  await expect(connections.endSignIn('one', { code: 'c', state, browser: 'another' })).rejects.toThrow(
    'by this browser',
  )
  const ends = [1, 2].map(() => connections.endSignIn('one', { code: 'c', state, ...BROWSER }))
  expect((await Promise.allSettled(ends)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await connections.reconnect('one')
  await connected()
  await expect(connections.endSignIn('one', { code: 'c', state, ...BROWSER })).rejects.toThrow(
    'no answer to a sign-in',
  )
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
  const { url } = await connections.beginSignIn('one', START)
  await connections.endSignIn('one', {
    ...BROWSER,
    code: 'c',
    state: new URL(url).searchParams.get('state') ?? '',
  })
  await connections.reconnect('one')
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
      const begun = await connections.beginSignIn('one', START)
      await connections.endSignIn('one', {
        ...BROWSER,
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
  const begun = await connections.beginSignIn('one', START)
  const state = new URL(begun.url).searchParams.get('state') ?? ''
  await expect(connections.endSignIn('one', { ...BROWSER, code: 'c', state })).rejects.toThrow(
    /not a public address/,
  )
  expect(inner.connections()).toBe(0)
})

test('a server whose header says who comes is not signed in to', async () => {
  const { url } = await guardedServer()
  const { connections, until } = await reachServers([webServer(url, { Authorization: 'Bearer wrong' })])
  expect((await until(({ status }) => status === 'failed')).status).toBe('failed')
  await expect(async () => connections.beginSignIn('one', START)).rejects.toThrow('is not signed in to')
})
