import { setTimeout as sleep } from 'node:timers/promises'
import { type Attributes, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import * as resources from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Deps } from '@/lib/agent/process/deps'
import { mask } from '@/lib/agent/write/mask'
import { invocationOf } from '@/lib/domain/call/call-state'
import { ModelMessage, type ProposedCall } from '@/lib/domain/call/solution'
import { type Instant, msBetween } from '@/lib/domain/instant'
import { waitOutcome } from '@/lib/domain/run/run-outcome'
import type { Event } from '@/lib/domain/session/event'
import { sha256 } from '@/lib/record/digest'
import { findCall, findSets } from '@/lib/store/call/call'
import { inSnapshot } from '@/lib/store/connection/database'
import { eventsBefore } from '@/lib/store/record/event'
import { readRequest } from '@/lib/store/record/request-record'

/** `withContent`: spans also say what was said and done, not only names and numbers. */
type TraceDeps = Pick<Deps, 'db' | 'sql' | 'bus' | 'redaction' | 'compute' | 'log'> & { withContent: boolean }

/** `ids`: its own and that of its parent, made of those of rows: every process tells the same trace, also after a crash. */
type EndedSpan = { name: string; run: string; ids: string[]; from: Instant; attributes: Attributes }

/** Tells a collector of what has ended, once that is committed. Nobody waits for it: what cannot be sent is dropped. */
export function openTraces(deps: TraceDeps): () => Promise<void> {
  let isFailing = false
  const note = (error: unknown): void => {
    if (error && !isFailing) deps.log('warn', 'Spans could not be sent', { error: String(error) })
    isFailing = Boolean(error)
  }
  const exporter = new OTLPTraceExporter()
  const post = exporter.export.bind(exporter)
  exporter.export = (spans, done) =>
    post(spans, result => {
      note(result.error)
      done(result)
    })
  let next = { traceId: '', spanId: '' }
  const provider = new TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'countersign' }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
  })
  const tell = async (event: Event): Promise<void> => {
    const ended = await endedSpan(deps, event)
    if (!ended) return
    const { name, run, ids, from } = ended
    const { value: attributes } = await mask(deps, null, ended.attributes)
    // The SDK makes a span as it begins: this one begins and ends at once, with its own ids and times.
    const [spanId = '', parentId = ''] = ids.map(id => sha256(id).slice(-16))
    next = { traceId: run.replaceAll('-', ''), spanId }
    const context = trace.setSpanContext(ROOT_CONTEXT, { ...next, spanId: parentId, traceFlags: 1 })
    const kind = name.startsWith('chat ') ? SpanKind.CLIENT : SpanKind.INTERNAL
    const options = { kind, startTime: new Date(from), attributes }
    const span = provider.getTracer('countersign').startSpan(name, options, context)
    span.setAttribute('gen_ai.conversation.id', event.sessionId)
    if (attributes['error.type']) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(new Date(event.at))
  }
  let last = Promise.resolve()
  const unsubscribe = deps.bus.subscribe((message, facts) => {
    for (const fact of facts) last = last.then(() => tell({ ...message, ...fact } as Event)).catch(note)
  })
  return async () => {
    unsubscribe()
    const flushed = last.then(() => provider.shutdown()).catch(note)
    await Promise.race([flushed, sleep(2_000, undefined, { ref: false })])
  }
}

async function endedSpan(deps: TraceDeps, event: Event): Promise<EndedSpan | null> {
  const { type, data } = event
  if (type === 'request.ended') return requestSpan(deps, event)
  if (type === 'call.waiting' || type === 'call.decided' || type === 'call.ended')
    return callSpan(deps, event)
  if (type !== 'run.ended') return null
  const { id, startedAt, queuedAt, stopReason } = data.run
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'countersign',
    'countersign.stop_reason': stopReason,
    'error.type': waitOutcome(data.run).status === 'ok' ? undefined : stopReason,
  }
  return { name: 'invoke_agent countersign', run: id, ids: [id], from: startedAt ?? queuedAt, attributes }
}

async function requestSpan({ db, sql, withContent }: TraceDeps, event: Event & { type: 'request.ended' }) {
  const { runId, number, usage, finishReason } = event.data
  const [start] = await eventsBefore(sql, event, 'request.started')
  // Where a hook answered, no model was asked.
  if (!start || finishReason === 'hook_reply') return null
  const request = withContent && (await inSnapshot(db, tx => readRequest(tx, event.sessionId, number)))
  const [provider = '', model = ''] = event.data.model.split(/:(.*)/s)
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider.replace('google', 'gcp.gemini').replace('-chat', ''),
    'gen_ai.request.model': model,
    'gen_ai.response.finish_reasons': finishReason && [finishReason],
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': usage?.outputTokens,
    'error.type': usage ? undefined : finishReason,
    ...(request && {
      'gen_ai.input.messages': ModelMessage.array().parse(request.record.sent.messages).map(toMessage),
      'gen_ai.output.messages': [toMessage({ role: 'assistant', ...request.record.received })],
    }),
  }
  return { name: `chat ${model}`, run: runId, ids: [`${runId} ${number}`, runId], from: start.at, attributes }
}

const toMessage = ({ role, text, calls = [] }: { role: string; text: string; calls?: ProposedCall[] }) => ({
  role: role === 'result' ? 'tool' : role,
  parts: [
    { type: 'text', content: text },
    ...calls.map(({ id, tool: name, argumentsText: args }) => ({
      type: 'tool_call',
      id,
      name,
      arguments: args,
    })),
  ],
})

/** An execution ends with a Result or an unknown outcome, a wait with a Decision or a Result. */
async function callSpan({ sql, withContent }: TraceDeps, event: Event & { type: `call.${string}` }) {
  const { call } = event.data
  const past = await eventsBefore(sql, event, call.id)
  const isExecution = past[0]?.type === 'call.started'
  // What waits may be shown anew meanwhile.
  const waits = event.type === 'call.waiting' ? 0 : past.findIndex(({ type }) => type !== 'call.waiting')
  const start = past[isExecution ? 0 : waits - 1]
  // A question that a server asks is part of the Call that runs there.
  const above = call.parentCallId === undefined ? null : await findCall(sql, call.parentCallId)
  const { setId } = above ?? call
  const [set] = start ? await findSets(sql, [setId]) : []
  if (!start || !set) return null
  const { tool, argumentsText } = invocationOf(call)
  const result = call.state === 'settled' ? call.result : undefined
  const { kind, by } = { kind: result?.kind ?? 'unknown', by: undefined, ...event.data }
  const own = `${call.id} ${isExecution ? call.attempt : `wait ${event.seq}`}`
  const parent = above ? `${above.id} ${above.attempt}` : set.runId
  return {
    name: isExecution ? `execute_tool ${tool}` : 'countersign.approval',
    run: set.runId ?? setId,
    ids: parent ? [own, parent] : [own],
    from: start.at,
    attributes: {
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': call.providerCallId,
      ...(isExecution
        ? { 'gen_ai.operation.name': 'execute_tool', 'error.type': kind === 'ok' ? undefined : kind }
        : {
            'countersign.approval.verdict': kind,
            'countersign.approval.by': by?.type,
            'countersign.approval.milliseconds': msBetween(start.at, event.at),
          }),
      ...(withContent && {
        'gen_ai.tool.call.arguments': argumentsText,
        'gen_ai.tool.call.result': result?.text,
      }),
    },
  }
}
