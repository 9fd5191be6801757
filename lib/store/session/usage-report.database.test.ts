import { beforeAll, describe, expect, test } from 'vitest'
import type { UsageGrouping } from '@/lib/domain/contract/usage-operations'
import { createTestDatabase } from '@/test/database/database'
import { A, B, fillUsage, NOW, request, tokens } from '@/test/database/usage-rows'
import { type Database, openConnections } from '../connection/database'
import type { Sql } from '../connection/sql'
import { type UsageQuery, usageReport } from './usage-report'
import { sumUsage } from './usage-sums'

const DAY_MS = 86_400_000

let db: Database
let sql: Sql

beforeAll(async () => {
  const database = await createTestDatabase()
  const connections = openConnections({ url: database.adminUrl, connections: 2 })
  db = connections.db
  sql = connections.sql
  await fillUsage(db)
  return async () => {
    await connections.close()
    await database.drop()
  }
}, 120_000)

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

  test('tells how long calls waited by the clock: twice, while another did, until nobody decided, and until now', async () => {
    const days = await groupsOf('day')
    expect(days.get('2026-03-03')).toMatchObject({ waitingMs: 11 * 60_000, decisions: 2 })
    expect(days.get('2026-03-07')).toMatchObject({ waitingMs: 3_600_000, decisions: 0 })
    expect(days.get('2026-03-07')?.decisionMs).toBeUndefined()
    expect(days.get('2026-03-10')).toMatchObject({ waitingMs: 3_600_000, calls: 1 })
    const { total } = await report('day')
    expect(total.waitingMs).toBe(2 * DAY_MS + 20_000 + 30 * 60_000 + 20_000 + 2 * 3_600_000)
  })

  test('claims no time of a tool for what nobody saw end, nor for how long its server asked a person', async () => {
    const tools = await groupsOf('tool')
    const command = { calls: 1, toolMs: 0, waitingMs: 20_000 + 30 * 60_000, decisions: 1, decisionMs: 20_000 }
    expect(tools.get('run_command')).toMatchObject(command)
    expect(tools.get('ask')).toMatchObject({ toolMs: 10_000, decisions: 0, waitingMs: 0 })
    expect(tools.get('elicitation')).toMatchObject({ waitingMs: 20_000, decisions: 1, toolMs: 0 })
    expect(tools.get('read_file')).toMatchObject({ waitingMs: 0, decisions: 0, toolMs: 1000 })
    expect(tools.get(null)).toMatchObject({ requests: 5, calls: 0 })
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

/** Everything that a report can be grouped by, in two time zones of odd hours. */
const reports = () =>
  Promise.all(
    (['day', 'model', 'session', 'tool'] as const).flatMap(groupBy =>
      ['Asia/Kathmandu', 'America/St_Johns'].map(timeZone => report(groupBy, { timeZone })),
    ),
  )

test('what is summed up reads as the rows do, and so does what came after the sums', async () => {
  const fromRows = await reports()
  await sumUsage(sql)
  expect(await reports()).toEqual(fromRows)
  const before = await report('day')
  await db.$executeRawUnsafe(request(9, { from: '2026-03-09T10:00:00Z', usage: tokens(7, 0) }))
  await db.$executeRawUnsafe(`UPDATE "SessionHead" SET seq = seq + 1`)
  const after = await report('day')
  expect(after.total.inputTokens).toBe(before.total.inputTokens + 7)
  await sumUsage(sql, [A])
  expect(await report('day')).toEqual(after)
  expect(await sql.$queryRaw`SELECT DISTINCT "sessionId"::text, seq FROM "UsageSum" ORDER BY 2, 1`).toEqual([
    { sessionId: B, seq: 1 },
    { sessionId: A, seq: 2 },
  ])
})
