import { expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { readRequest } from '@/lib/store/record/request-record'
import type { ReadEvent } from '@/test/http/event-reader'
import type { WireName } from '@/test/wire/speech'
import { MODEL_IDS, PROVIDERS } from '@/test/wire/start-wire-server'
import { providerWorld } from '@/test/world/provider-world'
import { ok } from '@/test/world/scenario'
import { Watcher } from '@/test/world/watcher'
import { changeSettings } from '../actions/change-settings'

const told = providerWorld()

/** Where the wire says how much to think. */
const WISHES: Record<WireName, (level: string) => object> = {
  openai: effort => ({ reasoning: { effort } }),
  'openai-chat': reasoning_effort => ({ reasoning_effort }),
  anthropic: effort => ({ output_config: { effort } }),
  google: thinkingLevel => ({ generationConfig: { thinkingConfig: { thinkingLevel } } }),
  compatible: reasoning_effort => ({ reasoning_effort }),
}

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
  '%s works through a Run with a torn stream and a pause, is watched meanwhile, and thinks as much as it is told',
  async (provider, model) => {
    const { s, wire, web } = await told({ model: `${provider}:${model}`, thinking: 'high' })
    const reader = await new Watcher(web).session(s.sessionId)
    const said = {
      reasoning: 'I should look.',
      text: 'I will look at it, and then write it.',
      calls: ['gated_read', 'gated_write'].map(name => ({ name, arguments: { name: `${name} to be!` } })),
    }
    const end = Promise.withResolvers<void>()
    wire.script([
      { ...said, fault: { kind: 'eof', after: 'content' } },
      { ...said, gates: [{ after: 'content', until: end.promise }] },
      { reasoning: 'That was it.', text: 'All done.', usage: { inputTokens: 90, cachedTokens: 30 } },
      { text: 'Again.' },
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
    await s.approves('gated_read')
    await s.denies('gated_write', 'Not now.')
    await s.ends('final_text')
    const { transcript, session } = await s.view()
    expect(transcript.flatMap(entry => entry.reasoning ?? [])).toEqual(
      provider === 'openai-chat' ? [] : ['I should look.', 'That was it.'],
    )
    expect(session.usage).toMatchObject({ cachedTokens: 30 })
    await s.says('Once more.', { overrides: { thinking: 'low' } })
    await s.ends('final_text')
    expect(wire.faults()).toEqual([])
    const wish = WISHES[provider]
    expect(wire.requests.map(({ body }) => body)).toMatchObject(['high', 'high', 'high', 'low'].map(wish))
  },
)

test('a provider that was given longer may be silent for longer than its session says', async () => {
  const { s, wire } = await told({
    model: 'openai-chat:gpt-6.1-sol',
    limits: { idleMs: 30, modelRetries: 0 },
  })
  const providerTimeouts = { openai: { silenceSeconds: 1 } }
  ok(await changeSettings(s.deps, { patch: { providerTimeouts }, person: OWNER }))
  wire.script([{ text: 'Half', fault: { kind: 'hang', after: 'content' } }])
  await s.says('Hello')
  const { answer } = await s.ends('idle_timeout')
  expect(answer?.codedText).toMatchObject({ code: 'failure.silence', params: { seconds: '1' } })
  ok(await changeSettings(s.deps, { patch: { providerTimeouts: {} }, person: OWNER }))
})

test('a session goes on with every provider in turn after replies of thoughts alone', async () => {
  const { s, wire } = await told({ model: MODEL_IDS[0], thinking: 'high' })
  await s.sets({ compaction: { messages: 500 } })
  for (const [place, model] of MODEL_IDS.entries()) {
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
  const last = JSON.stringify(wire.requests.at(-1)?.body)
  for (const place of MODEL_IDS.keys()) expect(last.includes(`Thought ${place}.`)).toBe(place === 4)
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

type Change = ['auto' | 'structured' | 'react', keyof typeof reading]

/** Which dialect is set, and which the model speaks; at the end of all it is native. */
const CHANGES: Change[] = [
  ['auto', 'native'],
  ['structured', 'structured'],
  ['react', 'react'],
]
const MORE: Change[] = [['auto', 'tags']]

/** Where each wire says what a reply is held to. */
const HELD = /"(json_schema|responseJsonSchema)"/

test.each(PROVIDERS)(
  '%s takes a history that changes its dialect in every place, is asked for structured replies by their schema where it is known to take one, and the record says so',
  async (provider, model) => {
    const { s, wire } = await told({ model: `${provider}:${model}`, thinking: 'high' })
    const changes = provider === 'compatible' ? [...CHANGES, ...MORE] : CHANGES
    wire.script([
      ...changes.map(([, spoken], place) => ({
        reasoning: `Thought ${place}.`,
        ...reading[spoken](`r${place}!`),
      })),
      { text: 'Done.' },
    ])
    await s.sets({ dialect: 'auto' })
    await s.says('Go on.')
    for (const [place, [, spoken]] of changes.entries()) {
      await s.world.until('its turn', async () => (await s.results()).length === place)
      expect((await s.waitsOn('gated_read')).calls).toMatchObject([{ dialect: spoken }])
      await s.sets({ dialect: changes[place + 1]?.[0] ?? 'native' })
      await s.approves('gated_read')
    }
    await s.ends('final_text')
    expect(wire.faults()).toEqual([])
    const last = JSON.stringify(wire.requests.at(-1)?.body)
    for (const place of changes.keys()) expect(last).toContain(`r${place}! is done`)
    expect(last).not.toContain('<tool_call>')
    const bodies = wire.requests.map(({ body }) => HELD.test(JSON.stringify(body)))
    const isKnown = provider !== 'compatible'
    expect(bodies.flatMap((held, at) => (held ? at : []))).toEqual(isKnown ? [1] : [])
    const records = await Promise.all(
      bodies.map(async (_, at) => (await readRequest(s.world.db, s.sessionId, at + 1))?.record.sent),
    )
    expect(records.map(sent => sent?.replySchema !== undefined)).toEqual(bodies)
    const without = records.flatMap((sent, at) => (sent?.tools.length === 0 ? at : []))
    expect(without).toEqual([1, 2])
  },
)
