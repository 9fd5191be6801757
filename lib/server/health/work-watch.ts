import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Bus, BusMessage } from '@/lib/agent/process/bus'
import type { Deps } from '@/lib/agent/process/deps'
import { isServed } from '@/lib/domain/call/tool'
import type { Health } from '@/lib/domain/contract/health'
import { type Instant, msBetween } from '@/lib/domain/instant'
import type { Fact } from '@/lib/domain/session/event'
import { inEnglish } from '@/lib/messages/phrase'
import { countWaiting } from '@/lib/store/call/pending'
import { backlog } from '@/lib/store/installation/lease'
import { countOpenRuns } from '@/lib/store/run/run'
import { startOf } from '@/lib/text/truncate'

type Scraped = { deps: Pick<Deps, 'db'>; lanes: Health['lanes']; eventLoopMs: number }

type Failure = Omit<Extract<BusMessage, { kind: 'failure' }>, 'kind' | 'sessionId'>

const HOUR_MS = 60 * 60_000
/** A note to other processes is short. */
const TEXT_CHARS = 400

/** Counts what is committed here, and tells all processes of the failures in it, which each remembers for an hour. */
export function watchWork(bus: Pick<Bus, 'publish' | 'subscribe'>) {
  const registry = new Registry()
  const count = counting(registry)
  let recent: (Failure & { heardAt: number })[] = []
  const isRecent = ({ heardAt }: { heardAt: number }): boolean => heardAt > Date.now() - HOUR_MS
  bus.subscribe((note, facts) => {
    if (note.kind === 'failure') recent = [...recent.filter(isRecent), { ...note, heardAt: Date.now() }]
    if (note.kind !== 'events') return
    const { sessionId } = note
    for (const { text, ...failure } of facts.flatMap(fact => count(sessionId, fact) ?? []))
      bus.publish({ kind: 'failure', sessionId, ...failure, text: startOf(text, TEXT_CHARS) })
  })
  return {
    metrics: (scraped: Scraped) => metricsOf(registry, scraped),
    failures: (): Health['providers'] =>
      [...Map.groupBy(recent.filter(isRecent), ({ provider }) => provider)].map(([provider, all]) => {
        const { at = '', text = '', codedText } = all.at(-1) ?? {}
        return { provider, errors: all.length, lastError: { at, text, codedText } }
      }),
  }
}

/** Counts a fact; tells what failed, where that is what it is about. */
function counting(registry: Registry) {
  const registers = [registry]
  const seconds = <Label extends string>(name: string, help: string, label: Label) =>
    new Histogram({ name: `countersign_${name}_seconds`, help, labelNames: [label], buckets, registers })
  const buckets = [0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600]
  const asking = seconds('model', 'Requests to models, retries included', 'provider')
  const calling = seconds('tool', 'Calls, by tool or MCP server', 'tool')
  const [name, help] = ['countersign_decisions_total', 'Decisions of calls, by verdict and by who decided']
  const decisions = new Counter({ name, help, labelNames: ['verdict', 'by'], registers })
  const requests = new Map<string, { at: Instant; provider: string; retryAt?: Instant }>()
  return (sessionId: string, { type, at, data }: Fact): Failure | undefined => {
    const request = requests.get(sessionId)
    if (type === 'request.started') requests.set(sessionId, { at, provider: providerOf(data.model) })
    if (type === 'run.changed' && request && data.run.retryAt && data.run.retryAt !== request.retryAt) {
      request.retryAt = data.run.retryAt
      const { lastFailure: text = '', failureMessage: codedText } = data.run
      return { provider: request.provider, at, text, codedText }
    }
    if (type === 'request.ended') {
      const provider = providerOf(data.model)
      requests.delete(sessionId)
      if (request) asking.observe({ provider }, msBetween(request.at, at) / 1000)
      const { failureMessage: codedText } = data
      if (codedText && data.finishReason !== 'aborted')
        return { provider, at, text: inEnglish(codedText), codedText }
    }
    if (type === 'call.decided') decisions.inc({ verdict: data.kind, by: data.by.type })
    if (type === 'call.ended' && data.call.state === 'settled' && data.call.startedAt) {
      const { source, tool, startedAt, result } = data.call
      const isOutside = isServed(source)
      // A server may offer any number of tools.
      calling.observe({ tool: isOutside ? source : tool }, msBetween(startedAt, at) / 1000)
      if (isOutside && /^(error|unknown)$/.test(result.kind))
        return { provider: source, at, text: result.text, codedText: result.codedText }
    }
    return undefined
  }
}

const providerOf = (model: string): string => model.slice(0, model.indexOf(':'))

const STATES = ['queued', 'running', 'waiting']

async function metricsOf(counted: Registry, { deps: { db }, lanes, eventLoopMs }: Scraped) {
  const [calls, open, queue] = await Promise.all([countWaiting(db), countOpenRuns(db), backlog(db)])
  const current = new Registry()
  const gauge = (name: string, help: string, value: number): void =>
    new Gauge({ name: `countersign_${name}`, help, registers: [current] }).set(value)
  gauge('waiting_calls', 'Calls that wait for a person', calls.calls)
  gauge('waiting_oldest_seconds', 'How long the oldest of them has waited', calls.oldestSeconds)
  gauge('queue_lag_seconds', 'How long the session that is due first waits', queue.oldestDueMs / 1000)
  gauge('event_loop_lag_seconds', '99th percentile of the delay of the event loop', eventLoopMs / 1000)
  gauge('lanes_taken', 'Sessions that this process works on', lanes.taken)
  gauge('lanes_limit', 'Sessions that it works on at most', lanes.limit)
  const [name, help] = ['countersign_runs', 'Runs that have not ended, by state']
  const runs = new Gauge({ name, help, labelNames: ['state'], registers: [current] })
  for (const state of STATES) runs.set({ state }, open.get(state) ?? 0)
  const text = (await counted.metrics()) + (await current.metrics())
  return new Response(text, { headers: { 'content-type': counted.contentType, 'cache-control': 'no-store' } })
}
