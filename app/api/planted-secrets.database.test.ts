import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { Redaction } from '@/lib/agent/process/redaction'
import { defineTool } from '@/lib/tools/define-tool'
import { createTestDatabase } from '@/test/database/database'
import { databaseText } from '@/test/database/database-text'
import { ask, listen } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { anotherStory, type HttpStory } from '@/test/http/http-story'
import { logLines } from '@/test/log-lines'
import type { Reply } from '@/test/wire/reply'
import { startWireServer } from '@/test/wire/start-wire-server'
import { tapped } from '@/test/world/cable'
import { AUDIT_KEY, createWorld } from '@/test/world/world'

/** One that the server holds, in which every escape has something to do; and some that look like secrets. */
const KNOWN = 'held/by "the" server+0815'
const HELD = 'key-of-a-provider-0815'
const TOKEN = `ghp_${'aB3dE5gH7j'.repeat(4)}`
const LINE = 'MIIEpAIBAAKCAQEA7bq3dE5gH7jaB3dE5gH7jaB3dE5gH7jaB3dE5gH7jaB3dE5g'
const KEY = `-----BEGIN PRIVATE KEY-----\n${LINE}\n-----END PRIVATE KEY-----`
const PASSWORD = 'hunter2-planted'
const PHRASE = 'enter my two words and more'
const ALL = `token ${TOKEN}, held ${KNOWN} and ${HELD}, password=${PASSWORD}\n${KEY}\nADMIN_PASSWORD="${PHRASE}"\n`

/** What must stand nowhere: whole, in the forms in which it travels, and the parts that a cut would leave. */
const PLANTED = [
  ...[HELD, KNOWN, JSON.stringify(KNOWN).slice(1, -1), JSON.stringify(JSON.stringify(KNOWN).slice(1, -1))],
  ...[encodeURIComponent(KNOWN), Buffer.from(KNOWN).toString('base64').slice(0, 30)],
  ...[TOKEN, TOKEN.slice(4), LINE, LINE.slice(20), PASSWORD, PHRASE],
]

const leaky = defineTool({
  name: 'leaky',
  title: 'Leaky',
  description: 'Fails, and tells all.',
  source: 'builtin',
  readOnly: false,
  idempotent: false,
  risk: 'low',
  arguments: z.strictObject({ name: z.string() }),
  paths: () => [],
  preview: async () => ({
    kind: 'preview',
    preview: { kind: 'text', summary: `Leak ${TOKEN}`, preconditions: [] },
    risks: [],
  }),
  perform: async (_, { onOutput }) => {
    for (const char of ALL) onOutput(char)
    return { kind: 'error', text: `It failed: ${ALL}`, details: { password: PASSWORD, headers: [KNOWN] } }
  },
})

const proposing = (name: string, args: unknown): Reply => ({
  calls: [{ name, arguments: args }],
  chunkChars: 3,
})

/** A story in which secrets come from everywhere; `lines`: the log of the server. */
async function planted() {
  const server = await startWireServer({ key: HELD })
  onTestFinished(server.close)
  const thought = { reasoning: `I think of ${ALL}`, text: `I say ${ALL}` }
  server.script([
    { ...thought, ...proposing('read_file', { path: 'a.env' }), chunkChars: 1 },
    proposing('write_file', { path: 'b.env', content: ALL }),
    proposing('leaky', { name: 'x' }),
    proposing('leaky', { name: 'y' }),
    {
      fault: {
        kind: 'http',
        status: 400,
        body: { error: { message: `Your key ${HELD} is wrong. Body: ${ALL}` } },
      },
    },
  ])
  const { log, lines } = logLines(new Redaction([KNOWN, HELD], AUDIT_KEY))
  const database = await tapped(await createTestDatabase())
  const world = await createWorld(database)
  const models = server.accounts
  const tools = [...world.gates.tools, leaky]
  const start = () => world.startServer({ models, tools, log, secrets: [KNOWN, HELD] })
  const settings = {
    model: 'compatible:small',
    title: `About ${TOKEN}`,
    persona: `Use ${KNOWN}.`,
    limits: { modelRetries: 0 },
  }
  const s = await anotherStory({ world, ...(await serveApi({ start })) }, settings)
  return { s, lines, server, log, sent: database.sent }
}

async function decides(s: HttpStory, tool: string, ruling: Record<string, unknown>): Promise<void> {
  const set = await s.world.until(tool, async () => {
    const { pendingSet } = await s.view()
    return pendingSet?.calls[0]?.tool === tool && pendingSet
  })
  await s.decides(set, [ruling], { feedback: `Mind ${ALL}` })
}

test('planted secrets are found nowhere, and their places are', async () => {
  const { s, lines, server, log, sent: toPostgres } = await planted()
  await s.world.puts('a.env', ALL)
  const path = `/api/sessions/${s.sessionId}`
  const told = await listen(s.url, `${path}/events?after=0`)
  const { runId } = await s.does('sendMessage', { body: { text: `Here: ${ALL}` } })
  await decides(s, 'read_file', { kind: 'approve' })
  await decides(s, 'leaky', { kind: 'approve' })
  await decides(s, 'leaky', { kind: 'answer', result: { password: PASSWORD, text: ALL } })
  await s.ends(runId)
  log('warn', `The end of ${ALL}`, { error: KNOWN })
  await told.until('the end', events => events.some(({ type }) => type === 'run.ended'))

  const deltas = ['text.delta', 'reasoning.delta', 'call.arguments.delta', 'call.output.delta'].map(type =>
    told.events.flatMap(event => (event.type === type ? [event.data.text] : [])).join(''),
  )
  const files = ['md', 'json', 'jsonl'].map(format => `GET ${path}/export?format=${format}`)
  const requests = [1, 2, 3, 4, 5].map(n => `GET ${path}/requests/${n}`)
  const read = [
    `GET ${path}`,
    `GET ${path}/transcript`,
    `GET ${path}/secrets`,
    'GET /api/search?q=held',
    'GET /api/sessions',
  ]
  const answers = await Promise.all([...files, ...requests, ...read].map(line => ask(s.url, line)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const places: Record<string, string[]> = {
    'the streams': [JSON.stringify(told.events), ...deltas],
    'the answers': answers.map(({ text }) => text),
    'the database': await databaseText(s.world.db),
    'what Postgres was sent': toPostgres(),
    'the log': lines,
    'what models were sent': server.requests.map(({ body }) => JSON.stringify(body)),
  }
  const found = Object.entries(places).flatMap(([place, texts]) =>
    PLANTED.flatMap(secret => {
      const at = texts.map(text => text.indexOf(secret))
      const around = texts.flatMap((text, n) =>
        at[n] === -1 ? [] : [text.slice(Math.max(0, (at[n] ?? 0) - 300), (at[n] ?? 0) + 99)],
      )
      return around.length > 0 ? [[place, secret, around]] : []
    }),
  )
  expect(found).toEqual([])
  for (const [place, texts] of Object.entries(places))
    expect([place, texts.some(text => text.includes('⟦secret:'))]).toEqual([place, true])
  expect(deltas.some(text => text.includes('⟦secret:'))).toBe(true)
  expect(answers.at(-3)?.json).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ kind: 'known' })]),
  })
  expect(await s.world.files()).toEqual(['a.env'])
})
