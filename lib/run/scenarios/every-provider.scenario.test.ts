import { expect, onTestFinished, test } from 'vitest'
import { readRequest } from '@/lib/store/record/request-record'
import type { ReadEvent } from '@/lib/testing/http/event-reader'
import { startWireServer } from '@/lib/testing/wire/start-wire-server'
import { type Scenario, scenario } from '@/lib/testing/world/scenario'
import { Watcher } from '@/lib/testing/world/watcher'

const KEY = 'wire-key-0123456789'

/** Each provider, what it is configured by, and where the wire says how much to think. */
const PROVIDERS = [
  ['openai', 'gpt-6.1-sol', { reasoning: { effort: 'high' } }, { reasoning: { effort: 'low' } }],
  ['openai-chat', 'gpt-6.1-sol', { reasoning_effort: 'high' }, { reasoning_effort: 'low' }],
  [
    'anthropic',
    'claude-opus-5-5',
    { output_config: { effort: 'high' } },
    { output_config: { effort: 'low' } },
  ],
  [
    'google',
    'gemini-4-argon',
    { generationConfig: { thinkingConfig: { thinkingLevel: 'high' } } },
    { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
  ],
  ['compatible', 'small', { reasoning_effort: 'high' }, { reasoning_effort: 'low' }],
] as const

async function told(provider: string, model: string) {
  const wire = await startWireServer({ key: KEY, models: PROVIDERS.map(([, name]) => name) })
  onTestFinished(() => wire.close())
  const account = { baseUrl: wire.origin, apiKey: KEY }
  const compatible = { baseUrl: wire.urls.chat, apiKey: KEY }
  const models = { openai: account, anthropic: account, google: account, compatible }
  const s = await scenario({ model: `${provider}:${model}`, thinking: 'high' }, { server: { models } })
  return { s, wire }
}

const reasoned = async (s: Scenario) => (await s.view()).transcript.flatMap(entry => entry.reasoning ?? [])

test.each(PROVIDERS)(
  '%s works through a Run with a pause, and thinks as much as it is told',
  async (...[provider, model, ...wishes]) => {
    const { s, wire } = await told(provider, model)
    wire.script([
      {
        reasoning: 'I should look.',
        text: 'Looking.',
        calls: [
          { name: 'gated_read', arguments: { name: 'a!' } },
          { name: 'gated_write', arguments: { name: 'b!' } },
        ],
      },
      { reasoning: 'That was it.', text: 'All done.', usage: { inputTokens: 90, cachedTokens: 30 } },
      { text: 'Again.' },
    ])
    await s.says('Hello.')
    await s.waitsOn('gated_read', 'gated_write')
    await s.approves('gated_read')
    await s.denies('gated_write', 'Not now.')
    await s.ends('final_text')
    expect(await reasoned(s)).toEqual(provider === 'openai-chat' ? [] : ['I should look.', 'That was it.'])
    expect((await s.view()).session.usage).toMatchObject({ cachedTokens: 30 })
    await s.says('Once more.', { overrides: { thinking: 'low' } })
    await s.ends('final_text')
    expect(wire.faults()).toEqual([])
    expect(wire.requests.map(({ body }) => body)).toMatchObject([wishes[0], wishes[0], wishes[1]])
  },
)

test('google says that it could not read a call: the model is told, asked anew, and after three the Run ends', async () => {
  const { s, wire } = await told('google', 'gemini-4-argon')
  const malformed = { text: 'Looking.', calls: [{ name: 'gated_read', argumentsText: '{"name": "a' }] }
  wire.script([malformed, { text: 'Done.' }, malformed, malformed, malformed])
  await s.says('Hello.')
  const first = await s.ends('final_text')
  expect(first.requests).toBe(2)
  expect(JSON.stringify(wire.requests[1]?.body)).toContain('could not read')
  expect(await s.texts()).toContainEqual(expect.stringMatching(/^notice: .*could not read/))
  await s.says('Once more.')
  expect(await s.ends('malformed')).toMatchObject({ requests: 3 })
  expect(wire.faults()).toEqual([])
})

/** What a page makes of pieces: they follow each other without a gap. By what they belong to. */
function written(events: ReadEvent[], type: string, attempt: number): Map<unknown, unknown[]> {
  const texts = new Map<unknown, unknown[]>()
  for (const { data } of events.filter(event => event.type === type && event.data.attempt === attempt)) {
    const [tool, before = ''] = texts.get(data.callId) ?? [data.tool]
    expect(data.offset).toBe(String(before).length)
    texts.set(data.callId, [tool, `${before}${data.text}`])
  }
  return texts
}

test.each(PROVIDERS)(
  '%s is watched at another server while it writes, each attempt for itself, calls under their own ids',
  async (...[provider, model]) => {
    const { s, wire } = await told(provider, model)
    const reader = await new Watcher(await s.world.startServer({ role: 'web' })).session(s.sessionId)
    const said = {
      text: 'I will look at it, and then write it.',
      calls: ['gated_read', 'gated_write'].map(name => ({ name, arguments: { name: `${name} to be!` } })),
    }
    const end = Promise.withResolvers<void>()
    wire.script([
      { ...said, fault: { kind: 'eof', after: 'content' } },
      { ...said, gates: [{ after: 'content', until: end.promise }] },
      { text: 'Done.' },
    ])
    await s.says('Go.')
    await s.world.until('a retry', async () => (await s.view()).activeRun?.retryAt)
    await s.world.passes(10_000)
    const ofSecond = await reader.until('its calls', events => {
      const texts = [...written(events, 'call.arguments.delta', 2)]
      return texts.length === 2 && texts.every(([, [, text]]) => String(text).endsWith('"}')) && texts
    })
    expect((await s.view()).pendingSets).toEqual([])
    end.resolve()
    const { calls } = await s.waitsOn('gated_read', 'gated_write')
    expect(ofSecond).toEqual(calls.map(({ id, tool, proposed }) => [id, [tool, proposed.argumentsText]]))
    const ofFirst = [...written(reader.events, 'call.arguments.delta', 1)]
    expect(ofFirst.map(([, call]) => call)).toEqual(ofSecond.map(([, call]) => call))
    for (const [id] of ofFirst) expect(calls.map(call => call.id)).not.toContain(id)
    for (const attempt of [1, 2])
      expect(written(reader.events, 'text.delta', attempt).get(undefined)).toEqual([undefined, said.text])
    const progress = reader.events.filter(event => event.type === 'request.progress')
    expect(new Set(progress.map(({ data }) => data.attempt))).toEqual(new Set([1, 2]))
    await s.stops()
    await s.ends('cancelled')
  },
)

test('a session goes on with another provider, and back, as each of them wants it', async () => {
  const { s, wire } = await told('openai', 'gpt-6.1-sol')
  const models = [
    'openai:gpt-6.1-sol',
    'anthropic:claude-opus-5-5',
    'openai-chat:gpt-6.1-sol',
    'openai:gpt-6.1-sol',
  ]
  for (const [place, model] of models.entries()) {
    wire.script([
      { reasoning: `Thought ${place}.`, calls: [{ name: 'gated_read', arguments: { name: `r${place}!` } }] },
      { text: `Answer ${place}.` },
    ])
    await s.says('Go on.', { overrides: { model } })
    await s.waitsOn('gated_read')
    await s.approves('gated_read')
    await s.ends('final_text')
  }
  expect(wire.faults()).toEqual([])
  const last = JSON.stringify(wire.requests.at(-1)?.body)
  expect(last).toContain('Thought 0.')
  expect(last).toContain('Thought 3.')
  expect(last).not.toContain('Thought 1.')
})

const ALL = PROVIDERS.map(([provider, model]) => `${provider}:${model}`)

test('a session goes on with every provider in turn after replies of thoughts alone, in each of them', async () => {
  const { s, wire } = await told('openai', 'gpt-6.1-sol')
  await s.sets({ compaction: { messages: 500 } })
  const models = [...ALL, ...ALL]
  for (const [place, model] of models.entries()) {
    wire.script([
      { reasoning: `Thought ${place}.`, calls: [{ name: 'gated_read', arguments: { name: `r${place}!` } }] },
      { reasoning: `Only ${place}.` },
      { text: `Answer ${place}.` },
    ])
    await s.says('Go on.', { overrides: { model } })
    await s.waitsOn('gated_read')
    await s.approves('gated_read')
    await s.world.until('its end', async () => (await s.view()).session.state === 'idle')
    await s.says('Well?', { overrides: { model } })
    await s.ends('final_text')
  }
  expect(wire.faults()).toEqual([])
})

/** A reply that calls, in each dialect: `native` in the provider's own form. */
const reading = {
  native: (name: string) => ({ calls: [{ name: 'gated_read', arguments: { name } }] }),
  tags: (name: string) => ({
    text: `I look.\n<tool_call>{"name": "gated_read", "arguments": {"name": "${name}"}}</tool_call>`,
  }),
  react: (name: string) => ({
    text: `<ACTION><tool_name>gated_read</tool_name><parameters><name>${name}</name></parameters></ACTION>`,
  }),
  structured: (name: string) => ({
    text: JSON.stringify({
      output: null,
      calls: [{ tool: 'gated_read', arguments: JSON.stringify({ name }) }],
    }),
  }),
}

const CHANGES = [
  ['auto', 'native'],
  ['auto', 'tags'],
  ['tags', 'tags'],
  ['native', 'native'],
  ['structured', 'structured'],
  ['auto', 'native'],
  ['react', 'react'],
  ['native', 'native'],
] as const

test.each(PROVIDERS)(
  '%s takes the history of a session that changes its dialect in every place',
  async (...[provider, model]) => {
    const { s, wire } = await told(provider, model)
    wire.script([
      ...CHANGES.map(([, spoken], place) => ({
        reasoning: `Thought ${place}.`,
        ...reading[spoken](`r${place}!`),
      })),
      { text: 'Done.' },
    ])
    await s.sets({ dialect: CHANGES[0][0] })
    await s.says('Go on.')
    for (const [place, [, spoken]] of CHANGES.entries()) {
      await s.world.until('its turn', async () => (await s.results()).length === place)
      expect((await s.waitsOn('gated_read')).calls).toMatchObject([{ dialect: spoken }])
      await s.sets({ dialect: CHANGES[place + 1]?.[0] ?? 'native' })
      await s.approves('gated_read')
    }
    await s.ends('final_text')
    expect(wire.faults()).toEqual([])
    expect(wire.requests).toHaveLength(CHANGES.length + 1)
    const last = JSON.stringify(wire.requests.at(-1)?.body)
    for (const place of CHANGES.keys()) expect(last).toContain(`r${place}! is done`)
    expect(last).not.toContain('<tool_call>')
  },
)

/** Where each wire says what a reply is held to. */
const HELD = /"(json_schema|responseJsonSchema)"/

test.each(PROVIDERS)(
  '%s is asked for structured replies by their schema, where it is known to take one, and the record says so',
  async (...[provider, model]) => {
    const { s, wire } = await told(provider, model)
    wire.script([
      reading.structured('a!'),
      { text: JSON.stringify({ output: 'Done.', calls: [] }) },
      { text: 'A plain answer.' },
    ])
    await s.sets({ dialect: 'structured' })
    await s.says('Go on.')
    await s.waitsOn('gated_read')
    await s.approves('gated_read')
    await s.ends('no_calls')
    await s.sets({ dialect: 'tags' })
    await s.says('And now?')
    await s.ends('final_text')
    expect(wire.faults()).toEqual([])
    const isKnown = provider !== 'compatible'
    const bodies = wire.requests.map(({ body }) => HELD.test(JSON.stringify(body)))
    expect(bodies).toEqual([isKnown, isKnown, false])
    const records = await Promise.all(
      [1, 2, 3].map(async number => (await readRequest(s.world.db, s.sessionId, number))?.record.sent),
    )
    expect(records.map(sent => sent?.replySchema !== undefined)).toEqual(bodies)
    expect(records.map(sent => sent?.tools)).toEqual([[], [], []])
  },
)
