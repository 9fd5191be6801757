import { beforeAll, describe, expect, test } from 'vitest'
import type { UsageGrouping } from '@/lib/domain/contract/usage-operations'
import { createTestDatabase } from '@/test/database/database'
import { type Database, openConnections } from '../connection/database'
import type { Sql } from '../connection/sql'
import { type UsageQuery, usageReport } from './usage-report'

const A = '018f0000-0000-7000-8000-00000000000a'
const B = '018f0000-0000-7000-8000-00000000000b'
const NOW = '2026-03-10T12:00:00.000Z'
const DAY_MS = 86_400_000

let db: Database
let sql: Sql

beforeAll(async () => {
  const database = await createTestDatabase()
  const connections = openConnections({ url: database.adminUrl, connections: 2 })
  db = connections.db
  sql = connections.sql
  await fill()
  return async () => {
    await connections.close()
    await database.drop()
  }
}, 120_000)

const ids = (kind: string, n: number | string) => `018f0000-0000-7000-${kind}-${String(n).padStart(12, '0')}`

const session = (id: string, title: string) => `
  INSERT INTO "Session" (id, title, model, dialect, mode, thinking, limits, compaction, tools, workspace, "createdAt", "updatedAt")
  VALUES ('${id}', '${title}', 'm', 'auto', 'ask', 'default', '{}', '{}', '{}', '', '${NOW}', '${NOW}')`

type Seed = { of?: string; model?: string; from: string; seconds?: number; usage: Record<string, unknown> }

const request = (number: number, { of = A, model = 'maker:one', from, seconds = 10, usage }: Seed) => `
  INSERT INTO "Request" (id, "sessionId", "runId", number, model, dialect, purpose, instructions, tools, keep, "contextHash",
    append, received, "finishReason", usage, attempts, "startedAt", "endedAt")
  VALUES (gen_random_uuid(), '${of}', '${ids('9000', of.slice(-1) === 'a' ? 1 : 2)}', ${number}, '${model}', 'native', 'loop',
    '', '', 0, '', '{}', '{}', 'stop', '${JSON.stringify(usage)}', 1, '${from}',
    '${from}'::timestamptz + interval '${seconds} seconds')`

const tokens = (inputTokens: number, outputTokens: number, more: Record<string, unknown> = {}) => ({
  ...{ inputTokens, outputTokens, cachedTokens: 0, reasoningTokens: 0 },
  ...{ totalTokens: inputTokens + outputTokens, ...more },
})

type Proposed = {
  tool?: string
  /** Of the Request that asked for it; none where a person did. */
  request?: number
  at: string
  state?: string
  /** Columns that tell what became of it. */
  more?: Record<string, string>
  parent?: number
  decided?: [at: string, by: string][]
  told?: [type: string, at: string][]
}

/** A Call of session A, in a set of its own. */
function call(n: number, proposed: Proposed): string[] {
  const { tool = 'write_file', request: number, at, state = 'settled', parent } = proposed
  const more = { ...(state === 'settled' ? { result: '{}' } : { why: 'policy' }), ...proposed.more }
  const columns = Object.keys(more).map(name => `, "${name}"`)
  const values = Object.values(more).map(value => `, '${value}'`)
  const isPersons = number === undefined
  return [
    `INSERT INTO "CallSet" (id, "sessionId", origin, "runId", request, size, "createdAt") VALUES ('${ids('a000', n)}', '${A}',
      '${isPersons ? 'person' : 'model'}', ${isPersons ? 'NULL, NULL' : `'${ids('9000', 1)}', ${number}`}, 1, '${at}')`,
    `INSERT INTO "Call" (id, "setId", "sessionId", index, "providerCallId", tool, source, dialect, method, "readOnly",
        idempotent, "definitionHash", state, risk, "proposedTool", "proposedText", digest, "parentCallId"${columns.join('')})
      VALUES ('${ids('b000', n)}', '${ids('a000', n)}', '${A}', 0, '', '${tool}', 'builtin', 'native', 'explicit', false,
        false, '', '${state}', '{}', '${tool}', '{}', '', ${parent ? `'${ids('b000', parent)}'` : 'NULL'}${values.join('')})`,
    ...(proposed.decided ?? []).map(
      ([when, by]) => `INSERT INTO "Decision" (id, "sessionId", "callId", kind, "by", at, digest)
      VALUES (gen_random_uuid(), '${A}', '${ids('b000', n)}', 'approve', '{"type": "${by}"}', '${when}', '')`,
    ),
    ...(proposed.told ?? []).map(
      ([type, when], place) => `INSERT INTO "Event" (chain, seq, at, types, subjects, payloads, hashes)
      VALUES ('${A}', ${n * 100 + place}, '${when}', '{${type}}', '{${ids('b000', n)}}', ARRAY['{}'], '{x}')`,
    ),
  ]
}

const ran = (from: string, to: string) => ({ startedAt: from, endedAt: to })

async function fill(): Promise<void> {
  const run = (id: string, n: number, number: number) => `
    INSERT INTO "Run" (id, "sessionId", number, position, status, limits, overrides, usage, "queuedAt", "endedAt", "stopReason")
    VALUES ('${ids('9000', n)}', '${id}', ${number}, 1, 'ended', '{}', '{}', '{}', '${NOW}', '${NOW}', 'final_text')`
  const statements = [
    ...[session(A, 'Release notes'), session(B, 'Nightly audit'), run(A, 1, 1), run(B, 2, 1)],
    // 23:30 in UTC is the next day in Berlin, and still this one in New York.
    request(1, { from: '2026-03-01T23:30:00Z', usage: tokens(1000, 100, { cachedTokens: 400, cost: 0.25 }) }),
    request(2, {
      from: '2026-03-02T10:00:00Z',
      usage: tokens(2000, 200, { reasoningTokens: 50, cost: 0.5 }),
    }),
    request(3, { model: 'maker:free', from: '2026-03-02T11:00:00Z', usage: tokens(300, 30) }),
    request(4, { model: 'maker:odd', from: '2026-03-03T11:00:00Z', usage: { inputTokens: 'many' } }),
    request(1, {
      of: B,
      model: 'maker:free',
      from: '2026-03-04T11:00:00Z',
      seconds: 60,
      usage: tokens(500, 50),
    }),
    // It waited for two days, then ran for five seconds.
    ...call(1, {
      ...{ request: 2, at: '2026-03-02T10:00:10Z', decided: [['2026-03-04T10:00:10Z', 'person']] },
      more: ran('2026-03-04T10:00:10Z', '2026-03-04T10:00:15Z'),
    }),
    // A rule let it pass at once.
    ...call(2, {
      ...{
        tool: 'read_file',
        request: 3,
        at: '2026-03-02T11:00:10Z',
        decided: [['2026-03-02T11:00:10Z', 'rule']],
      },
      more: ran('2026-03-02T11:00:10Z', '2026-03-02T11:00:11Z'),
    }),
    // Decided after a minute, its file changed, decided again ten minutes after it came to wait anew.
    ...call(3, {
      ...{
        request: 3,
        at: '2026-03-03T11:00:00Z',
        more: { voids: '{"x": "drifted"}', endedAt: '2026-03-03T13:10:00Z' },
      },
      decided: [
        ['2026-03-03T11:01:00Z', 'person'],
        ['2026-03-03T13:10:00Z', 'person'],
      ],
      told: [
        ['call.waiting', '2026-03-03T11:00:00Z'],
        ['call.waiting', '2026-03-03T13:00:00Z'],
      ],
    }),
    // The server died while it ran: how long it acted nobody knows; then somebody was asked for half an hour.
    ...call(4, {
      ...{
        tool: 'run_command',
        request: 4,
        at: '2026-03-05T09:00:00Z',
        decided: [['2026-03-05T09:00:20Z', 'person']],
      },
      more: {
        ...ran('2026-03-05T09:00:20.000Z', '2026-03-05T12:30:00Z'),
        evidence: '{"startedAt": "2026-03-05T09:00:20.000Z", "processDead": true}',
      },
      told: [['call.waiting', '2026-03-05T12:00:00Z']],
    }),
    // A person asked for it, and so decided nothing; a server asked that person for 20 of its 30 seconds.
    ...call(5, {
      ...{ tool: 'ask', at: '2026-03-06T09:00:00Z', decided: [['2026-03-06T09:00:00Z', 'person']] },
      more: ran('2026-03-06T09:00:00Z', '2026-03-06T09:00:30Z'),
    }),
    ...call(6, {
      ...{ tool: 'elicitation', request: 4, at: '2026-03-06T09:00:05Z', parent: 5 },
      ...{ decided: [['2026-03-06T09:00:25Z', 'person']], more: { endedAt: '2026-03-06T09:00:25Z' } },
    }),
    // Nobody ever decided: the run was stopped. And one waits still.
    ...call(7, { request: 4, at: '2026-03-07T09:00:00Z', more: { endedAt: '2026-03-07T10:00:00Z' } }),
    ...call(8, {
      request: 4,
      at: '2026-03-10T11:00:00Z',
      state: 'waiting',
      more: { since: '2026-03-10T11:00:00Z' },
    }),
  ]
  for (const statement of statements) await db.$executeRawUnsafe(statement)
}

const report = (groupBy: UsageGrouping, more: Partial<UsageQuery> = {}) =>
  usageReport(sql, { groupBy, timeZone: 'UTC', limit: 100, now: NOW, ...more })

const groupsOf = async (groupBy: UsageGrouping, more: Partial<UsageQuery> = {}) =>
  new Map((await report(groupBy, more)).groups.map(group => [group.key, group]))

describe('what was used', () => {
  test('is counted on the days of whoever asks, and the days are told', async () => {
    const keys = async (timeZone: string) =>
      (await report('day', { timeZone })).groups
        .filter(one => one.requests > 0)
        .map(one => [one.key, one.inputTokens])
    expect(await keys('UTC')).toEqual([
      ['2026-03-01', 1000],
      ['2026-03-02', 2300],
      ['2026-03-03', 0],
      ['2026-03-04', 500],
    ])
    expect((await keys('Europe/Berlin'))[0]).toEqual(['2026-03-02', 3300])
    expect((await keys('America/New_York'))[0]).toEqual(['2026-03-01', 1000])
    expect(await report('day', { timeZone: 'Pacific/Kiritimati' })).toMatchObject({
      from: '2026-02-10',
      to: '2026-03-11',
    })
  })

  test('is limited to the days that were asked for, both included', async () => {
    const within = (from: string, to: string, timeZone = 'UTC') => report('day', { from, to, timeZone })
    expect((await within('2026-03-02', '2026-03-02')).total).toMatchObject({ requests: 2, inputTokens: 2300 })
    expect((await within('2026-03-02', '2026-03-02', 'Europe/Berlin')).total).toMatchObject({ requests: 3 })
    const none = await within('2025-01-01', '2025-01-31')
    expect(none).toMatchObject({
      groups: [],
      more: 0,
      total: { requests: 0, cost: 0, calls: 0, waitingMs: 0 },
    })
    expect(none.total.decisionMs).toBeUndefined()
    expect((await report('day')).from).toBe('2026-02-09')
    expect((await report('day', { sessionId: A })).from).toBeUndefined()
  })

  test('costs what its prices came to, and what has none is not free', async () => {
    const models = await groupsOf('model')
    expect(models.get('maker:one')).toMatchObject({ requests: 2, cost: 0.75, unpricedRequests: 0 })
    expect(models.get('maker:one')).toMatchObject({
      cachedInputTokens: 400,
      outputTokens: 300,
      reasoningTokens: 50,
    })
    expect(models.get('maker:free')).toMatchObject({ requests: 2, cost: null, unpricedRequests: 2 })
    expect(models.get('maker:odd')).toMatchObject({ requests: 1, cost: null, inputTokens: 0 })
    const { total, groups } = await report('model')
    expect(total).toMatchObject({
      requests: 5,
      cost: 0.75,
      unpricedRequests: 2,
      inputTokens: 3800,
      modelMs: 100_000,
    })
    expect(groups[0]?.key).toBe('maker:one')
    expect(groups.at(-1)).toMatchObject({ key: null, requests: 0, calls: 1 })
  })

  test('tells a call that waited for two days as two days of waiting, and as the seconds that it ran', async () => {
    const days = await groupsOf('day')
    expect(days.get('2026-03-02')).toMatchObject({
      waitingMs: 2 * DAY_MS,
      decisionMs: 2 * DAY_MS,
      toolMs: 1000,
    })
    expect(days.get('2026-03-04')).toMatchObject({ toolMs: 5000, waitingMs: 0, decisions: 1 })
    expect((await groupsOf('model')).get('maker:one')).toMatchObject({ waitingMs: 2 * DAY_MS, calls: 1 })
  })

  test('counts of a call that waited twice both waits, and not the time between', async () => {
    expect((await groupsOf('day')).get('2026-03-03')).toMatchObject({ waitingMs: 11 * 60_000, decisions: 2 })
  })

  test('counts by the clock what waited while another did', async () => {
    const { total } = await report('day')
    expect(total.waitingMs).toBe(2 * DAY_MS + 20_000 + 30 * 60_000 + 20_000 + 2 * 3_600_000)
  })

  test('claims no time for what nobody saw end, and counts how long somebody was asked about it', async () => {
    const tool = (await groupsOf('tool')).get('run_command')
    expect(tool).toMatchObject({ calls: 1, toolMs: 0, waitingMs: 20_000 + 30 * 60_000, decisions: 1 })
    expect(tool?.decisionMs).toBe(20_000)
  })

  test('takes off a tool’s time for how long its server asked a person, who decides nothing they asked for', async () => {
    const tools = await groupsOf('tool')
    expect(tools.get('ask')).toMatchObject({ toolMs: 10_000, decisions: 0, waitingMs: 0 })
    expect(tools.get('elicitation')).toMatchObject({ waitingMs: 20_000, decisions: 1, toolMs: 0 })
    expect(tools.get('read_file')).toMatchObject({ waitingMs: 0, decisions: 0, toolMs: 1000 })
    expect(tools.get(null)).toMatchObject({ requests: 5, calls: 0 })
  })

  test('counts what nobody decided until its end, and what still waits until now', async () => {
    const days = await groupsOf('day')
    expect(days.get('2026-03-07')).toMatchObject({ waitingMs: 3_600_000, decisions: 0 })
    expect(days.get('2026-03-07')?.decisionMs).toBeUndefined()
    expect(days.get('2026-03-10')).toMatchObject({ waitingMs: 3_600_000, calls: 1 })
  })

  test('is told by session with its title, and within one by run and request in their order', async () => {
    const sessions = await report('session')
    expect(sessions.groups.map(({ key, title, requests }) => [key, title, requests])).toEqual([
      [A, 'Release notes', 4],
      [B, 'Nightly audit', 1],
    ])
    const requests = await report('request', { sessionId: A })
    expect(requests.groups.map(({ key }) => key)).toEqual([null, '1', '2', '3', '4'])
    expect(requests.groups.map(({ inputTokens }) => inputTokens)).toEqual([0, 1000, 2000, 300, 0])
    expect((await report('run', { sessionId: B })).groups).toMatchObject([
      { key: '1', requests: 1, modelMs: 60_000 },
    ])
  })

  test('leaves groups out beyond its limit, the oldest days or those of least use, and says how many', async () => {
    const last = await report('day', { limit: 2 })
    expect(last.groups.map(({ key }) => key)).toEqual(['2026-03-07', '2026-03-10'])
    expect([last.more, last.total.requests]).toEqual([6, 5])
    const most = await report('session', { limit: 1 })
    expect([most.groups.map(({ key }) => key), most.more]).toEqual([[A], 1])
  })
})
