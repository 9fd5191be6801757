import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { type HealthPart, healthRows } from './health-rows'

const WELL: Health = {
  ...({ status: 'ok', instance: 'a', version: '1', role: 'all', problems: [], streams: 1 } as const),
  database: { ok: true, latencyMs: 3, version: '18' },
  queue: { ok: true, dueSessions: 0, oldestDueMs: 0 },
  lanes: { taken: 1, limit: 4 },
  sessions: [],
  workspace: { ok: true },
  record: { ok: true, protected: true, broken: [] },
  sandbox: { ok: true, kind: 'bubblewrap' },
  account: { ok: true },
  disk: { freeBytes: 9e9 },
  eventLoop: { p99Ms: 12 },
  providers: [],
}

const RUN = { sessionId: 's', runId: 'r', title: 'Sorting', since: '2026-03-01T12:00:00.000Z' }

const NOTHING = { providers: [], servers: [], channels: [] }

const conditionOf = (part: HealthPart, change: Partial<Health>) =>
  healthRows({ ...WELL, ...change }, NOTHING).find(row => row.part === part)?.condition

test.each<[HealthPart, Partial<Health>, string]>([
  ['database', { database: { ok: true, latencyMs: 900 } }, 'slow'],
  ['database', { database: { ok: false } }, 'unavailable'],
  ['workspace', { workspace: { ok: false } }, 'unavailable'],
  ['queue', { queue: { ok: false, dueSessions: 3, oldestDueMs: 60_000 } }, 'slow'],
  ['lanes', { lanes: { taken: 4, limit: 4 } }, 'slow'],
  ['lanes', { sessions: [{ ...RUN, state: 'stalled' }] }, 'attention'],
  ['lanes', { role: 'web', lanes: { taken: 0, limit: 0 } }, 'none'],
  ['eventLoop', { eventLoop: { p99Ms: 400 } }, 'slow'],
  ['disk', { disk: { freeBytes: 2e8 } }, 'attention'],
  ['record', { record: { ok: true, protected: false, broken: [] } }, 'attention'],
  ['record', { record: { ok: false, protected: true, broken: [] } }, 'attention'],
  ['sandbox', { sandbox: { ok: false, kind: 'unavailable', reason: 'No bwrap' } }, 'unavailable'],
  ['sandbox', { sandbox: { ok: false, kind: 'none', reason: 'Chosen' } }, 'attention'],
  ['sandbox', { sandbox: { ok: true, kind: 'bubblewrap', reason: 'No limit' } }, 'attention'],
  ['account', { account: { ok: false, reason: 'root' } }, 'attention'],
])('%s of %j is %s, and well where nothing is wrong', (part, change, condition) => {
  expect(conditionOf(part, change)).toBe(condition)
  expect(conditionOf(part, {})).toBe('well')
})

test('leases that lapsed or were lost are counted together', () => {
  const rows = healthRows({ ...WELL, leases: { active: 1, lapsed: 2, lost: 1 } }, NOTHING)
  expect(rows.find(({ part }) => part === 'lanes')?.values).toMatchObject({ lost: 3 })
})

test('the worst come first, and what was never set up stands behind what has trouble', () => {
  const rows = healthRows({ ...WELL, database: { ok: false }, account: { ok: false } }, NOTHING)
  expect(rows.slice(0, 5).map(({ part }) => part)).toEqual([
    ...(['database', 'account', 'models', 'servers', 'channels'] as const),
  ])
})
