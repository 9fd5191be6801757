import { expect, test } from 'vitest'
import { call, scenario } from '@/test/world/scenario'

async function recorded() {
  const s = await scenario()
  const plan = { steps: [{ id: 'a', title: 'A' }] }
  const noted = [call('update_plan', plan), call('set_state', { patch: { a: 1 } })]
  await s.plays([...noted, call('gated_write', { name: 'a!' }), { text: 'Done.' }])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  const { runId } = await s.plays([{ text: 'Again.' }])
  await s.ends('final_text', runId)
  return s.world.db
}

test('what was recorded stays as it was recorded, and the database knows the states too', async () => {
  const db = await recorded()
  const rows: [sql: string, refusal: RegExp][] = [
    ...[
      `UPDATE "Event" SET payloads = payloads`,
      `UPDATE "Event" SET xid = xid + 1`,
      `UPDATE "Event" SET xid = 0, payloads[1] = payloads[1] || ' '`,
      `UPDATE "Event" SET xid = 0, id = id + 1000`,
      `UPDATE "Entry" SET text = 'another'`,
      `UPDATE "Decision" SET kind = 'deny'`,
      `UPDATE "Request" SET attempts = 1`,
      `UPDATE "Plan" SET because = 'another'`,
      `UPDATE "State" SET revision = 5`,
    ].map((sql): [string, RegExp] => [sql, /append-only/]),
    [`UPDATE "Run" SET status = 'running', "stopReason" = NULL, "endedAt" = NULL`, /Run_one_active/],
    [`UPDATE "Run" SET "stopReason" = NULL`, /Run_ended/],
    [`UPDATE "Call" SET result = NULL`, /Call_state/],
    [`UPDATE "Call" SET state = 'waiting', result = NULL`, /Call_state/],
    [`UPDATE "Call" SET state = 'approved', result = NULL, "effectiveText" = NULL`, /Call_state/],
  ]
  for (const [sql, refusal] of rows) await expect(db.$executeRawUnsafe(sql), sql).rejects.toThrow(refusal)
})

test('an event’s transaction alone may become 0, once', async () => {
  const db = await recorded()
  const sql = `UPDATE "Event" SET xid = 0`
  expect(await db.$executeRawUnsafe(sql)).toBeGreaterThan(0)
  await expect(db.$executeRawUnsafe(sql)).rejects.toThrow(/append-only/)
})
