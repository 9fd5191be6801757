import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PerformContext } from '@/lib/tools/define-tool'
import { call, ok, ruling, type Scenario, scenario } from '@/test/world/scenario'
import { createWorld } from '@/test/world/world'

const HOUR_MS = 3_600_000
const WRITE = call('write_file', { path: 'a.txt', content: 'the words written' })
const DONE = { text: 'the last words' }

type Times = { startTimeUnixNano: string; endTimeUnixNano: string }
type Ids = { name: string; traceId: string; spanId: string; parentSpanId?: string }
type Span = Times & Ids & { attributes: { key: string; value: object }[] }
type Sent = { scopeSpans: { spans: Span[] }[] }

const timesOf = (span: Times | undefined): number[] =>
  [span?.startTimeUnixNano, span?.endTimeUnixNano].map(nanos => Number(nanos?.slice(0, -6)))

/** A collector on loopback, to which a server that starts from now on tells its spans. */
async function collector() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    if (request.headers['x-key'] === 'k1') bodies.push(body)
    response.end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=k1')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=desk')
  return {
    text: () => bodies.join('\n'),
    /** All that was sent by the time that the server has ended; the last of a name. */
    spans: async (s: Scenario) => {
      await s.server.stop()
      const sent: Sent[] = bodies.flatMap(body => JSON.parse(body).resourceSpans)
      const all = sent
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, ...span }) => {
          const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]])
          return { ...span, attributes: Object.fromEntries(values) }
        })
      return { all, get: (name: string) => all.findLast(span => span.name === name) }
    },
  }
}

const traced = (withContent = false) => scenario({}, { server: { traces: { withContent } } })

test('a run, its requests, its calls and the wait for a person are spans of one trace, without content', async () => {
  const sink = await collector()
  const s = await traced()
  const { runId } = await s.plays([WRITE, DONE])
  await s.waitsOn('write_file')
  await s.approves('write_file')
  const run = await s.ends('final_text')
  const spans = await sink.spans(s)
  const root = spans.get('invoke_agent countersign')
  const chat = spans.get('chat replay')
  const wait = spans.get('countersign.approval')
  const tool = spans.get('execute_tool write_file')
  const shared = { 'gen_ai.conversation.id': s.sessionId }
  expect(root?.parentSpanId).toBeUndefined()
  expect(timesOf(root)).toEqual([run.startedAt, run.endedAt].map(at => Date.parse(at ?? '')))
  for (const span of spans.all) expect(span.traceId).toBe(runId.replaceAll('-', ''))
  for (const span of [chat, wait, tool]) expect(span?.parentSpanId).toBe(root?.spanId)
  expect(root?.attributes).toEqual({
    ...shared,
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'countersign',
    'countersign.stop_reason': 'final_text',
  })
  expect(chat?.attributes).toMatchObject({
    ...shared,
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'scripted',
    'gen_ai.request.model': 'replay',
    'gen_ai.response.finish_reasons': { values: [{ stringValue: 'stop' }] },
    'gen_ai.usage.input_tokens': expect.any(Number),
  })
  const names = { 'gen_ai.tool.name': 'write_file', 'gen_ai.tool.call.id': expect.any(String) }
  expect(tool?.attributes).toEqual({ ...shared, ...names, 'gen_ai.operation.name': 'execute_tool' })
  const [start = 0, end = 0] = timesOf(wait)
  expect(wait?.attributes).toEqual({
    ...shared,
    ...names,
    'countersign.approval.verdict': 'approve',
    'countersign.approval.by': 'person',
    'countersign.approval.milliseconds': end - start,
  })
  expect(sink.text()).not.toMatch(/the words written|a\.txt|the last words|Owner/)
  for (const [key, stringValue] of [
    ['service.name', 'countersign'],
    ['deployment.environment.name', 'desk'],
  ])
    expect(sink.text()).toContain(JSON.stringify({ key, value: { stringValue } }))
})

test('with content they say what was said and done, and no secret', async () => {
  const sink = await collector()
  const s = await traced(true)
  await s.plays([WRITE, DONE])
  await s.waitsOn('write_file')
  s.deps.redaction.learn(['words written'])
  await s.approves('write_file')
  await s.ends('final_text')
  const spans = await sink.spans(s)
  const said = (name: string, attribute: string) => JSON.stringify(spans.get(name)?.attributes[attribute])
  const args = said('execute_tool write_file', 'gen_ai.tool.call.arguments')
  expect(args).toContain('a.txt')
  expect(args).not.toContain('words written')
  expect(said('execute_tool write_file', 'gen_ai.tool.call.result')).toContain('a.txt')
  expect(said('chat replay', 'gen_ai.input.messages')).toContain('tool_call')
  expect(said('chat replay', 'gen_ai.output.messages')).toContain('the last words')
})

test('other processes go on with the trace: a run, an execution whose end nobody saw, a long wait', async () => {
  const sink = await collector()
  const s = await traced()
  const { runId } = await s.plays([call('gated_write', { name: 'a' }), DONE])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.gates.begins('a')
  await s.crashesAndRestarts({ traces: { withContent: false } })
  await s.asks('gated_write', 'outcome_unknown')
  await s.server.stop()
  s.server = await s.world.startServer({ traces: { withContent: false } })
  await s.world.passes(HOUR_MS)
  ok(await s.rules('gated_write', { kind: 'skip' }))
  const run = await s.ends('final_text')
  const spans = await sink.spans(s)
  const root = spans.get('invoke_agent countersign')
  expect(timesOf(root)).toEqual([run.startedAt, run.endedAt].map(at => Date.parse(at ?? '')))
  const shared = { traceId: runId.replaceAll('-', ''), parentSpanId: root?.spanId }
  const unseen = { ...shared, attributes: { 'error.type': 'unknown' } }
  expect(spans.get('execute_tool gated_write')).toMatchObject(unseen)
  const wait = spans.get('countersign.approval')
  expect(wait).toMatchObject({ ...shared, attributes: { 'countersign.approval.verdict': 'skip' } })
  expect(wait?.attributes['countersign.approval.milliseconds']).toBeGreaterThan(HOUR_MS)
})

test('a question of a server is part of the execution that waits for it', async () => {
  const sink = await collector()
  const question = { server: 'docs', message: 'Which port?', schema: { type: 'object' } }
  const perform = async (_: unknown, { elicit, beforeEffect }: PerformContext) => {
    beforeEffect()
    return { kind: 'ok' as const, text: (await elicit(question, new AbortController().signal)).action }
  }
  const world = await createWorld()
  const tools = world.gates.tools.map(tool => ({ ...tool, perform }))
  const s = await scenario({}, { world, server: { traces: { withContent: false }, tools } })
  await s.plays([call('gated_write', { name: 'a' }), DONE])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  const asked = await s.asks('docs__elicit')
  await s.rulesOn(asked.setId, [ruling(asked, { kind: 'answer', result: {} })])
  await s.ends('final_text')
  const spans = await sink.spans(s)
  expect(spans.get('countersign.approval')).toMatchObject({
    parentSpanId: spans.get('execute_tool gated_write')?.spanId,
    attributes: { 'countersign.approval.verdict': 'answer' },
  })
})

test('where nobody collects, a run ends as ever, and the log says so once', async () => {
  await collector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9')
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100')
  const warnings: string[] = []
  const log = (_: string, message: string) => void warnings.push(message)
  const s = await scenario({}, { server: { traces: { withContent: true }, log } })
  await s.plays([DONE])
  await s.ends('final_text')
  await s.server.stop()
  expect(warnings).toEqual(['Spans could not be sent'])
})
