import type { Client } from 'pg'
import * as z from 'zod'
import { SessionView } from '@/lib/domain/session/session-view'
import type { Evidence } from './judge-trial'
import type { PatientClient, Server } from './patient-client'
import type { ChainHead, ChainRow } from './record-chain'
import type { Scenario } from './scenario'
import { callsIn, SeenCall, SeenEntry, type SeenEvent, SeenRun } from './seen'
import { Watch } from './watch'

export type CollectDeps = {
  stage: Server
  database: Client
  client: PatientClient
  watch: Watch
  scenario: Scenario
  sessionId: string
  signal: AbortSignal
}

type Found = Pick<
  Evidence,
  'live' | 'replay' | 'resumed' | 'transcript' | 'calls' | 'runs' | 'sessions' | 'chain' | 'surprises'
>

/** Looks at everything about a session that has come to rest. */
export async function collect(deps: CollectDeps): Promise<Found> {
  const { client, watch, scenario, sessionId, signal } = deps
  const view = await client.get(`/api/sessions/${sessionId}`, SessionView)
  const whole = (events: SeenEvent[]) => ((events.at(-1)?.seq ?? 0) >= view.seq ? events : undefined)
  const live = await watch.until(whole, signal)
  const replay = await readEvents(deps, 0, whole)
  const resumed = await readEvents(deps, Math.floor(view.seq / 2), whole)
  const verified = await verify(deps)
  return {
    live: [...live],
    replay,
    resumed,
    transcript: await transcript(deps),
    calls: await Promise.all(callsIn(replay).map(({ id }) => client.get(`/api/calls/${id}`, SeenCall))),
    runs: await Promise.all(runIds(replay).map(id => client.get(`/api/runs/${id}`, SeenRun))),
    sessions: (await client.get('/api/sessions?limit=200', Sessions)).items.filter(
      ({ key }) => key === scenario.name,
    ).length,
    chain: await chain(deps.database, sessionId),
    surprises: [...restless(view), ...verified],
  }
}

const Sessions = z.object({ items: z.array(z.looseObject({ key: z.string().optional() })) })

async function readEvents(
  { stage, sessionId, signal }: CollectDeps,
  after: number,
  whole: (events: SeenEvent[]) => SeenEvent[] | undefined,
): Promise<SeenEvent[]> {
  const watch = new Watch(stage, `/api/sessions/${sessionId}/events`, after)
  try {
    return [...(await watch.until(whole, signal))]
  } finally {
    watch.stop()
  }
}

/** In pages of three, so that a gap or a repeat between pages would show. */
async function transcript({ client, sessionId }: CollectDeps): Promise<SeenEntry[]> {
  const Page = z.object({ items: z.array(SeenEntry), nextCursor: z.string().nullable() })
  const entries: SeenEntry[] = []
  for (let before: string | null = ''; before !== null; ) {
    const query: string = before === '' ? '' : `&before=${encodeURIComponent(before)}`
    const page: z.infer<typeof Page> = await client.get(
      `/api/sessions/${sessionId}/transcript?limit=3${query}`,
      Page,
    )
    entries.unshift(...page.items)
    before = page.nextCursor
  }
  return entries
}

const runIds = (events: SeenEvent[]): string[] => [
  ...new Set(events.flatMap(({ data }) => data.run?.id ?? [])),
]

/** A session whose Run has ended shows nothing open. */
function* restless({ activeRun, openSets, pendingSets, queue, session }: SessionView): Generator<string> {
  if (activeRun) yield `F4 the view still shows the run ${activeRun.id}`
  if (openSets.length > 0 || pendingSets.length > 0) yield 'F4 the view still shows open calls'
  if (queue.length > 0) yield 'F4 the view still shows queued input'
  if (session.state !== 'idle') yield `F4 the session is ${session.state}`
}

/** The server's own verdict on its record, where it gives one. */
async function verify({ client }: CollectDeps): Promise<string[]> {
  const Verdict = z.object({ status: z.int().optional(), ok: z.boolean().optional() })
  const answer = await client.get('/api/audit/verify', Verdict).catch((error: Error) => error)
  if (answer instanceof Error) return / 404: /.test(answer.message) ? [] : [`F7 ${answer.message}`]
  return answer.ok ? [] : [`F7 the server finds its record broken: ${JSON.stringify(answer)}`]
}

const Row = z.object({ seq: z.int(), type: z.string(), at: z.date(), payload: z.string(), hash: z.string() })
const Head = z.object({ seq: z.int(), hash: z.string() })

async function chain(database: Client, sessionId: string): Promise<{ rows: ChainRow[]; head: ChainHead }> {
  const events = await database.query('SELECT * FROM "Link" WHERE chain = $1 ORDER BY seq', [sessionId])
  const head = await database.query(
    'SELECT seq, head AS hash FROM "SessionHead" WHERE "sessionId"::text = $1',
    [sessionId],
  )
  return {
    rows: z
      .array(Row)
      .parse(events.rows)
      .map(row => ({ ...row, at: row.at.toISOString() })),
    head: Head.parse(head.rows[0]),
  }
}
