import { expect, test } from 'vitest'
import * as z from 'zod'
import type { TextDialect } from '@/lib/domain/call/solution'
import { OWNER } from '@/lib/domain/contract/person'
import type { StopReason } from '@/lib/domain/run/run'
import type { Reply } from '@/test/wire/reply'
import { argumentsTextOf } from '@/test/wire/speech'
import { providerWorld } from '@/test/world/provider-world'
import { ok, type Scenario } from '@/test/world/scenario'
import { correctPlan, correctState } from '../actions/correct-mind'
import { addMemory } from '../actions/memories'
import { continueRun } from '../actions/runs'

const story = providerWorld()

const talking = (model: string, dialect: 'auto' | TextDialect) =>
  story({ model, dialect, compaction: { messages: 500 }, limits: { modelRetries: 3 } })

/** The memories of an installation are there for all of its sessions. */
async function remembers({ deps, world }: Scenario, ...texts: string[]): Promise<void> {
  for (const text of texts)
    if ((await world.db.memory.count({ where: { text } })) === 0)
      ok(await addMemory(deps, { memory: { text }, person: OWNER }))
}

const Sent = z.looseObject({
  input: z.array(z.unknown()).optional(),
  messages: z.array(z.looseObject({ role: z.string() })).optional(),
  contents: z.array(z.object({ role: z.string(), parts: z.array(z.unknown()) })).optional(),
  system: z.unknown().optional(),
})
const Blocks = z.object({ role: z.string(), content: z.array(z.unknown()) })

/**
 * What a cache of the provider goes by, in its order: first what stands before the conversation, then its pieces as
 * text. Messages of one role may stand in one list of pieces, which grows. Marks of what is to be cached move, and are
 * no part of it.
 */
function piecesOf(body: unknown): string[] {
  const { input, messages, contents, ...rest } = Sent.parse(
    JSON.parse(JSON.stringify(body), (key, value) => (key === 'cache_control' ? undefined : value)),
  )
  const { tools, system, systemInstruction, response_format, text, output_config, generationConfig } = rest
  const before = JSON.stringify({
    tools,
    system,
    systemInstruction,
    response_format,
    text,
    output_config,
    generationConfig,
  })
  const blocks = (messages ?? []).flatMap(message => {
    const read = Blocks.safeParse(message)
    return read.success && 'system' in rest
      ? read.data.content.map(block => ({ role: read.data.role, block }))
      : [message]
  })
  const parts = (contents ?? []).flatMap(({ role, parts: all }) => all.map(part => ({ role, part })))
  return [before, ...[...(input ?? []), ...blocks, ...parts].map(piece => JSON.stringify(piece))]
}

const named = (name: string, args: object) => ({ name, arguments: args })
const gated = (tool: string, name: string) => named(tool, { name })
const steps = (...titles: string[]) => titles.map(title => ({ id: title.toLowerCase(), title }))

type Writing = { writes: (text: string, calls: { name: string; text: string }[]) => string; ends: StopReason }

/** How a model writes its words and its Calls as text, and why a Run ends that it ends. */
const DIALECTS: Record<TextDialect, Writing> = {
  tags: {
    writes: (text, calls) =>
      [
        text,
        ...calls.map(each => `<tool_call>{"name": "${each.name}", "arguments": ${each.text}}</tool_call>`),
      ].join('\n'),
    ends: 'final_text',
  },
  react: {
    writes: (text, calls) =>
      [
        `<THOUGHT>${text}</THOUGHT>`,
        ...(calls.length > 0
          ? calls
          : [{ name: 'task_complete', text: JSON.stringify({ summary: text }) }]
        ).map(
          each => `<ACTION><tool_name>${each.name}</tool_name><parameters>${each.text}</parameters></ACTION>`,
        ),
      ].join('\n'),
    ends: 'task_complete',
  },
  structured: {
    writes: (text, calls) => {
      const written = calls.map(each => ({ tool: each.name, arguments: each.text }))
      return JSON.stringify({ output: text, calls: written })
    },
    ends: 'no_calls',
  },
}

/** The same as the model writes it in this dialect, where Calls are text. */
function inDialect(dialect: 'auto' | TextDialect, { calls = [], ...reply }: Reply): Reply {
  if (dialect === 'auto' || reply.fault) return { ...reply, calls }
  const written = dialect === 'react' ? calls.slice(0, 1) : calls
  const texts = written.map(each => ({ name: each.name, text: argumentsTextOf(each) }))
  return { ...reply, text: DIALECTS[dialect].writes(reply.text ?? '', texts) }
}

type Told = { script: (replies: Reply[]) => void; ends: StopReason; isOneCall: boolean }

async function paints(s: Scenario, { script, ends, isOneCall }: Told): Promise<void> {
  const { sessionId } = s
  await remembers(s, 'The boat is painted teal.', 'The harbour closes at six.')
  script([
    { calls: [named('update_plan', { steps: steps('Look', 'Paint') })] },
    { reasoning: 'Keep it.', calls: [named('set_state', { patch: { tins: 3 } })] },
    { reasoning: 'Write.', text: 'I write.', calls: [gated('gated_write', 'a!')] },
    { calls: [gated('gated_write', 'b!'), gated('gated_read', 'c!')] },
    { text: 'Half', fault: { kind: 'eof', after: 'content' } },
    { reasoning: 'That is all.', text: 'Done.' },
  ])
  await s.says('Paint the boat.')
  await s.waitsOn('gated_write')
  ok(await correctPlan(s.deps, { sessionId, plan: { steps: steps('Look', 'Sand', 'Paint') } }))
  ok(await correctState(s.deps, { sessionId, patch: { tins: 2, brush: 'flat' } }))
  await s.edits('gated_write', { name: 'a2!' })
  await s.waitsOn(...(isOneCall ? ['gated_write'] : ['gated_write', 'gated_read']))
  await s.says('Take the other brush, too.')
  await s.denies('gated_write', 'Not there.')
  if (!isOneCall) await s.approves('gated_read')
  await s.world.until('a retry', async () => (await s.view()).activeRun?.retryAt)
  await s.world.passes(10_000)
  await s.ends(ends)
}

async function plans(s: Scenario, { script, ends }: Told): Promise<void> {
  await s.sets({ mode: 'plan' })
  script([
    { calls: [gated('gated_read', 'd!')] },
    { calls: [named('update_plan', { steps: steps('Sail') })] },
    { calls: [gated('gated_write', 'e!')] },
    { text: 'Sailed.' },
  ])
  await s.says('When does the harbour close?')
  await s.waitsOn('update_plan')
  await s.approves('update_plan')
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends(ends)
}

async function meetsLimit(s: Scenario, { script, ends }: Told): Promise<void> {
  script([
    { calls: [gated('gated_read', 'f!')] },
    { text: 'So far so good.', calls: [gated('gated_read', 'never!')] },
    { text: 'And on.' },
  ])
  await s.says('Look again.', { overrides: { maxRequests: 1 } })
  await s.waitsOn('gated_read')
  await s.approves('gated_read')
  const { id: runId } = await s.ends('cap')
  ok(await continueRun(s.deps, { runId, requests: 5 }))
  await s.ends(ends)
}

const Mark = z.object({
  prompt_cache_key: z.string().optional(),
  cache_control: z.unknown().optional(),
  tool_choice: z.unknown().optional(),
})
const HOUR = { type: 'ephemeral', ttl: '1h' }

/** How long each is told to keep it, and whether it is told not to call at the limit, where that keeps it. */
function marksOf(model: string, sessionId: string) {
  const isOpenAi = model.startsWith('openai')
  return {
    prompt_cache_key: isOpenAi ? sessionId : undefined,
    cache_control: model.startsWith('anthropic') ? HOUR : undefined,
    none: isOpenAi ? 1 : 0,
  }
}

/** The chapters of a story: what happens, in how many requests, and what is told then, once and in this order. */
const CHAPTERS = {
  paints: [
    paints,
    6,
    [
      ...['The boat is painted teal.', 'The person corrected your plan.', 'As a JSON merge patch: '],
      ...['Changed gated_write: ', 'Take the other brush, too.'],
    ],
  ],
  plans: [
    plans,
    4,
    ['You are planning: ', 'The harbour closes at six.', 'The person approved it. Carry it out now'],
  ],
  limit: [meetsLimit, 3, ['You have reached the limit of requests']],
} as const

type Row = [model: string, dialect: 'auto' | TextDialect, chapters: (keyof typeof CHAPTERS)[]]

test.each<Row>([
  ['openai:gpt-6.1-sol', 'auto', ['paints', 'limit']],
  ['openai-chat:gpt-6.1-sol', 'auto', ['paints', 'limit']],
  ['anthropic:claude-opus-5-5', 'auto', ['paints', 'plans', 'limit']],
  ['google:gemini-4-argon', 'auto', ['paints']],
  ['compatible:small', 'auto', ['paints']],
  ['compatible:small', 'tags', ['paints', 'limit']],
  ['anthropic:claude-opus-5-5', 'react', ['paints']],
  ['openai:gpt-6.1-sol', 'structured', ['paints']],
])(
  '%s in dialect %s is sent nothing differently that it was sent once, and is told how long to keep it',
  async (model, dialect, names) => {
    const { s, wire } = await talking(model, dialect)
    const chapters = names.map(name => CHAPTERS[name])
    for (const [happens] of chapters)
      await happens(s, {
        script: replies => wire.script(replies.map(reply => inDialect(dialect, reply))),
        ends: dialect === 'auto' ? 'final_text' : DIALECTS[dialect].ends,
        isOneCall: dialect === 'react',
      })
    expect(wire.faults()).toEqual([])
    expect(wire.requests).toHaveLength(chapters.reduce((sum, [, requests]) => sum + requests, 0))
    const last = JSON.stringify(wire.requests.at(-1)?.body)
    const places = chapters.flatMap(([, , words]) => words.map(told => last.indexOf(told)))
    expect(places).toEqual(chapters.flatMap(([, , words]) => words.map(told => last.lastIndexOf(told))))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    const { none, ...marks } = marksOf(model, s.sessionId)
    const told = wire.requests.map(({ body }) => Mark.parse(body))
    for (const mark of told)
      expect({ ...mark, tool_choice: undefined }).toEqual({ ...marks, tool_choice: undefined })
    if (dialect === 'auto')
      expect(told.filter(mark => mark.tool_choice === 'none')).toHaveLength(
        names.includes('limit') ? none : 0,
      )
    const sent = wire.requests.map(({ body }) => piecesOf(body))
    for (const [at, pieces] of sent.entries()) {
      const next = sent[at + 1]?.slice(0, pieces.length) ?? pieces
      expect({ request: at + 1, pieces: next }).toEqual({ request: at + 1, pieces })
    }
  },
)

test('plan, state, mode and memory are told anew as a whole behind a compaction, and stay', async () => {
  const { s, wire } = await talking('compatible:small', 'auto')
  const { sessionId } = s
  await remembers(s, 'The boat is painted teal.')
  await s.sets({ mode: 'plan', compaction: { messages: 12, keepMessages: 2 } })
  ok(await correctPlan(s.deps, { sessionId, plan: { steps: steps('Sand') } }))
  ok(await correctState(s.deps, { sessionId, patch: { tins: 2 } }))
  const reads = ['a!', 'b!', 'c!'].map(name => ({ calls: [gated('gated_read', name)] }))
  wire.script([...reads, { text: 'A summary.' }, ...reads.slice(0, 1), { text: 'Done.' }])
  await s.says('Paint the boat.')
  await s.ends('final_text')
  expect(wire.faults()).toEqual([])
  const told = (await s.sent(5)).join('\n')
  expect(told).toMatch(
    /\[Summary of .*Paint the boat.*You are planning: .*\[pending\] sand: Sand.*\{"tins":2\}.*teal/s,
  )
  const [before, after] = wire.requests.slice(-2).map(({ body }) => piecesOf(body))
  expect(after?.slice(0, before?.length)).toEqual(before)
})
