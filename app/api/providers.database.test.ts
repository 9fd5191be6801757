import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Redaction } from '@/lib/agent/process/redaction'
import type { ProviderId, ProviderTest } from '@/lib/domain/contract/provider-operations'
import type { ProcessConfig } from '@/lib/server/process-config'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { temporaryFolder } from '@/lib/tools/servers/testing/servers'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { createTestDatabase } from '@/test/database/database'
import { databaseText } from '@/test/database/database-text'
import { storedLinks } from '@/test/database/stored-record'
import { agreed, ask, faultsOf, type Operations, operations, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { anotherStory, fileWorld } from '@/test/http/http-story'
import { logLines } from '@/test/log-lines'
import { startWireServer } from '@/test/wire/start-wire-server'
import { tapped } from '@/test/world/cable'
import { AUDIT_KEY, createWorld, type Server } from '@/test/world/world'

const KEY = 'canary-provider-Kx71qLw0Vb82mTn4'
const MODELS = ['small', 'gpt-6.1-sol', 'claude-opus-5-5', 'gemini-4-argon']
const PROVIDERS: [ProviderId, string][] = [
  ['openai', 'openai:gpt-6.1-sol'],
  ['anthropic', 'anthropic:claude-opus-5-5'],
  ['google', 'google:gemini-4-argon'],
  ['compatible', 'compatible:small'],
]

const redacting = () => ({ models: {}, redaction: new Redaction([], AUDIT_KEY) })
const served = fileWorld({ ...redacting(), role: 'web' })

/** One that runs loops, and knows by itself what is secret. */
const RUNS = { role: 'worker' as const, redaction: undefined }

/** How its providers are asked about, and where it keeps their keys. */
function installed({ does, tries }: Operations, dataDir: string) {
  const at = (id: ProviderId) => ({
    puts: (body: object) => tries('setProviderKey', { at: id, body }),
    deletes: () => tries('deleteProviderKey', { at: id }),
    tests: (body: object, headers = {}) => tries('testProvider', { at: id, body, headers }),
    item: async () => (await does('listProviders')).items.find(item => item.id === id),
  })
  const forgets = () => Promise.all(PROVIDERS.map(([id]) => at(id).deletes()))
  return { at, forgets, dataDir, file: path.join(dataDir, 'provider-keys.json') }
}

let worker: Server | undefined

/** The one of most tests: it serves by one process, runs loops by another, and each test leaves it without keys. */
async function installation() {
  const story = served()
  worker ??= await story.keeps(RUNS)
  return { ...installed(story, story.dataDir), worker, story, url: story.url }
}

/** One of a single test, of which all is known that it says. */
async function ownInstallation(config: Partial<ProcessConfig> = {}) {
  const dataDir = temporaryFolder()
  const both = { ...redacting(), dataDir, ...config }
  const { log, lines } = logLines(both.redaction)
  const database = await tapped(await createTestDatabase())
  const world = await createWorld(database)
  await world.startServer({ ...both, ...RUNS, log })
  const api = await serveApi({ start: () => world.startServer({ ...both, log, role: 'web' }) })
  const story = { world, ...api }
  return { ...installed(operations(api.url), dataDir), world, database, lines, story, url: api.url }
}

async function wire() {
  const server = await startWireServer({ key: KEY, models: MODELS })
  onTestFinished(() => server.close())
  return server
}

describe('a key that is entered', () => {
  test.each(PROVIDERS)(
    'for %s is tested, kept, used at once by another process, and forgotten',
    async (id, model) => {
      const server = await wire()
      const baseUrl = server.urls[id]
      const { at, file, worker, story, url } = await installation()
      const { puts, tests, deletes, item } = at(id)
      expect(await item()).toMatchObject({ keySource: null, usable: false })
      const tested = agreed('testProvider', await tests({ key: KEY, baseUrl })) as ProviderTest
      expect(tested).toMatchObject({ ok: true })
      expect(tested.models?.map(each => each.id)).toContain(model)
      expect(await item()).toMatchObject({ keySource: null })

      const stored = agreed('setProviderKey', await puts({ key: KEY, baseUrl }))
      expect(stored).toMatchObject({ id, keySource: 'file', baseUrl, baseUrlSource: 'file', usable: true })
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [id]: { key: KEY, baseUrl } })
      expect(agreed('testProvider', await tests({}))).toMatchObject({ ok: true })

      const s = await anotherStory(story, { model })
      server.script([{ text: 'Here I am.' }])
      const says = (text: string) =>
        ask(url, `POST /api/sessions/${s.sessionId}/messages`, { body: { text } })
      const { runId } = agreed('sendMessage', await says('Hello.')) as { runId: string }
      expect(await s.ends(runId)).toMatchObject({ status: 'ok' })
      expect(worker.deps.redaction.secrets).toContain(KEY)

      expect(agreed('deleteProviderKey', await deletes())).toMatchObject({ keySource: null, usable: false })
      expect(readFileSync(file, 'utf8')).toBe('{}')
      const again = agreed('sendMessage', await says('Hello again.')) as { runId: string }
      expect(await s.ends(again.runId)).toMatchObject({
        status: 'error',
        error: expect.stringContaining('Connect a model'),
      })
      expect(server.faults()).toEqual([])
    },
  )

  test('stands in no database, log, answer or export, also where a person or the provider repeats it', async () => {
    const echo = await serveWeb((response, request) => {
      if (request.path.endsWith('/models'))
        return response.writeHead(403).end(JSON.stringify({ error: { message: `Not ${KEY}, please.` } }))
      return response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(
          `data: ${JSON.stringify({ choices: [{ delta: { content: `You are ${KEY}.` } }] })}\n\n` +
            `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
        )
    })
    const baseUrl = `${echo.url}/v1`
    const { at, story, url, world, database, lines, dataDir } = await ownInstallation()
    const { puts, tests, item } = at('compatible')
    const answers = [
      await tests({ key: KEY, baseUrl }, { 'idempotency-key': 'once' }),
      await puts({ key: KEY, baseUrl }),
      await puts({ key: KEY, baseUrl: `${echo.url}/${KEY}/v1` }),
      await tests({}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 200])
    expect(answers[0]?.json).toMatchObject({ ok: false, error: expect.stringContaining('⟦') })
    await item()
    const s = await anotherStory(story, { model: 'compatible:small' })
    const says = await ask(url, `POST /api/sessions/${s.sessionId}/messages`, {
      body: { text: `My key is ${KEY}. Keep it.` },
    })
    const { runId } = agreed('sendMessage', says) as { runId: string }
    await s.ends(runId)
    const read = await Promise.all(
      ['', '/requests/1', '/export?format=md', '/export?format=json', '/export?format=jsonl'].map(each =>
        ask(url, `GET /api/sessions/${s.sessionId}${each}`),
      ),
    )
    expect(JSON.stringify(read[0]?.json)).toMatch(/You are ⟦secret:\d+⟧/)
    const places: Record<string, string[]> = {
      'the answers': [...answers, ...read].map(({ text }) => text),
      'the database': await databaseText(world.db),
      'what Postgres was sent': database.sent(),
      'the log': lines,
    }
    const forms = [KEY, Buffer.from(KEY).toString('base64').slice(0, -2), Buffer.from(KEY).toString('hex')]
    for (const [place, texts] of Object.entries(places)) {
      const hits = texts.filter(text => forms.some(form => text.includes(form)))
      expect([place, hits]).toEqual([place, []])
    }
    const links = await storedLinks(world.db, INSTALLATION_CHAIN)
    const facts = links.filter(({ type }) => type.startsWith('provider.'))
    expect(facts.map(({ payload }) => JSON.parse(payload))).toEqual([
      { provider: 'compatible', by: 'owner', baseUrl, hasKey: true },
    ])
    expect(readdirSync(dataDir).filter(name => /draft|key/.test(name))).toEqual(['provider-keys.json'])
  })

  test('goes only to the base URL that it came with', async () => {
    const [server, other] = [await wire(), await serveWeb()]
    const { at, forgets } = await installation()
    for (const [id] of PROVIDERS) {
      const { puts, tests, item } = at(id)
      agreed('setProviderKey', await puts({ key: KEY, baseUrl: server.urls[id] }))
      const problem = refused(await tests({ baseUrl: `${other.url}/v1` }), 'invalid_request')
      expect(problem.errors?.[0]).toMatchObject({ path: '/key', message: expect.stringContaining('is for') })
      expect(await item()).toMatchObject({ baseUrl: server.urls[id] })
    }
    expect(other.ledger).toEqual([])
    await at('compatible').tests({ key: null, baseUrl: `${other.url}/v1` })
    expect(other.ledger.map(({ path: asked, headers }) => [asked, headers.authorization])).toEqual([
      ['/v1/models', undefined],
    ])
    await forgets()
  })

  test('that takes the place of another is for the usual address, where its provider has one', async () => {
    const server = await wire()
    const { at, forgets } = await installation()
    agreed('setProviderKey', await at('compatible').puts({ baseUrl: server.urls.compatible }))
    expect(await at('compatible').item()).toMatchObject({ keySource: null, usable: true })
    const renewed = agreed('setProviderKey', await at('compatible').puts({ key: KEY }))
    expect(renewed).toMatchObject({ keySource: 'file', baseUrl: server.urls.compatible })
    agreed('setProviderKey', await at('openai').puts({ key: KEY, baseUrl: server.urls.openai }))
    expect(agreed('setProviderKey', await at('openai').puts({ key: `${KEY}2` }))).toMatchObject({
      keySource: 'file',
      baseUrl: 'https://api.openai.com/v1',
      baseUrlSource: null,
    })
    expect(server.requests).toEqual([])
    await forgets()
  })

  test('of the environment wins, which is said to whoever enters another', async () => {
    const server = await wire()
    const { at, file } = await ownInstallation({
      models: {
        openai: { apiKey: KEY, baseUrl: server.urls.openai },
        compatible: { baseUrl: server.urls.compatible },
      },
    })
    expect(await at('openai').item()).toMatchObject({
      keySource: 'environment',
      baseUrl: server.urls.openai,
      baseUrlSource: 'environment',
      variables: { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
    })
    expect(
      refused(await at('openai').puts({ key: 'sk-other-0123456789' }), 'invalid_request').detail,
    ).toContain('OPENAI_API_KEY in the environment wins')
    const elsewhere = { key: KEY, baseUrl: 'https://other.example/v1' }
    expect(refused(await at('compatible').puts(elsewhere), 'invalid_request').detail).toContain(
      'COMPATIBLE_BASE_URL in the environment',
    )
    expect(agreed('setProviderKey', await at('compatible').puts({ key: KEY }))).toMatchObject({
      keySource: 'file',
      baseUrlSource: 'environment',
    })
    expect(agreed('testProvider', await at('openai').tests({}))).toMatchObject({ ok: true })
    expect(agreed('deleteProviderKey', await at('openai').deletes())).toMatchObject({
      keySource: 'environment',
    })
    expect(readFileSync(file, 'utf8')).not.toContain('sk-other')
  })

  test('is none that cannot be sent, or for an address that is not to be asked', async () => {
    const { at, file } = await installation()
    const rows: [ProviderId, object, string][] = [
      ['openai', {}, '/key'],
      ['openai', { key: 'two words' }, '/key'],
      ['openai', { key: null }, '/key'],
      ['openai', { key: KEY, baseUrl: 'x' }, '/baseUrl'],
      ['openai', { key: KEY, baseUrl: 'http://api.example.com/v1' }, '/baseUrl'],
      ['compatible', { key: KEY, baseUrl: 'http://169.254.169.254/v1' }, '/baseUrl'],
      ['compatible', { key: KEY, baseUrl: 'http://me:secret@127.0.0.1/v1' }, '/baseUrl'],
      ['compatible', { key: KEY }, '/baseUrl'],
      ['compatible', {}, '/baseUrl'],
    ]
    for (const [id, body, place] of rows) {
      const answered = await at(id).puts(body)
      expect([id, body, faultsOf(answered)]).toEqual([id, body, [place]])
      expect(answered.text).not.toContain(KEY)
    }
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '{}').toBe('{}')
    expect(agreed('testProvider', await at('openai').tests({}))).toMatchObject({
      ok: false,
      error: expect.stringContaining('Set OPENAI_API_KEY'),
    })
  })
})

test('a file that cannot be read is named by Health, and the server works on', async () => {
  const { at, file, url } = await installation()
  agreed('setProviderKey', await at('openai').puts({ key: KEY }))
  const problems = async () =>
    (agreed('readHealth', await ask(url, 'GET /api/health')) as { problems: string[] }).problems
  expect(await problems()).toEqual([])
  chmodSync(file, 0o644)
  expect(await problems()).toEqual([expect.stringContaining(`${file}: other accounts may read`)])
  expect(await at('openai').item()).toMatchObject({ keySource: null, usable: false })
  writeFileSync(file, `{"openai": {"key": "${KEY}"`, { mode: 0o600 })
  chmodSync(file, 0o600)
  expect(await problems()).toEqual([expect.stringContaining('it is no JSON')])
  expect(refused(await at('google').puts({ key: KEY }), 'unavailable').detail).toContain(file)
  rmSync(file)
  expect(await problems()).toEqual([])
})
