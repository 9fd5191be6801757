import { expect, test } from 'vitest'
import { verifyExport } from '@/lib/record/verify-export'
import { encodeCursor } from '@/lib/server/live/sources'
import { allEventsAfter, END_OF_ROW, eventsAfter } from '@/lib/store/record/event'
import { storedLinks } from '@/test/database/stored-record'
import { call, ok, type Scenario, scenario } from '@/test/world/scenario'
import { Watcher } from '@/test/world/watcher'
import { exportRecord } from '../export/export'
import { verifySession } from '../export/verify-record'

const CONTENT = 'A line that is written again and again.\n'.repeat(200)

/** A story about a text that is too long to stand in every Event that tells of it. */
async function written(): Promise<Scenario> {
  const s = await scenario()
  await s.plays([call('write_file', { path: 'long.txt', content: CONTENT }), { text: CONTENT }])
  await s.waitsOn('write_file')
  await s.approves('write_file')
  await s.ends('final_text')
  return s
}

async function exported(s: Scenario): Promise<string[]> {
  const stream = ok(await exportRecord(s.server.deps, { sessionId: s.sessionId }))
  return (await new Response(stream).text()).split('\n')
}

async function* linesOf(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

test('what is long in events is kept once, told whole by each, exported with the first that names it, and missed where it is gone', async () => {
  const s = await written()
  const all = () => eventsAfter(s.world.db, s.sessionId, { after: 0, limit: 100 })
  const told = (await all()).filter(({ type }) => type.startsWith('call.')).map(({ data }) => data)
  expect(told).toHaveLength(5)
  for (const data of told)
    expect(data).toMatchObject({ call: { proposed: { arguments: { content: CONTENT } } } })
  const stored = await storedLinks(s.world.db, s.sessionId)
  expect(stored.filter(({ payload }) => payload.length > 4_000)).toEqual([])
  const blobs = await s.world.db.blob.findMany()
  expect(blobs.filter(({ text }) => text === JSON.stringify(CONTENT.trimEnd()))).toHaveLength(1)

  const lines = await exported(s)
  expect(await verifyExport(linesOf(lines))).toMatchObject({ ok: true })
  const at = lines.findIndex(line => line.includes('"contents":{"sha256:'))
  const { contents, ...link } = JSON.parse(lines[at] ?? '')
  const [[hash = '', text = ''] = []] = Object.entries<string>(contents)
  const reason = `What event ${link.seq} names as ${hash} is not there.`
  for (const other of [link, { ...link, contents: { ...contents, [hash]: `${text} ` } }])
    expect(await verifyExport(linesOf(lines.with(at, JSON.stringify(other))))).toMatchObject({
      ok: false,
      broken: { seq: link.seq, reason },
    })

  s.isChecked = false
  await s.world.touches(`DELETE FROM "Blob" WHERE "sessionId" = '${s.sessionId}'`)
  const { ok: isWhole, broken } = ok(await verifySession(s.server.deps, s.sessionId))
  expect([isWhole, broken?.reason]).toEqual([
    false,
    expect.stringMatching(/^What event \d+ names as sha256:\w+ is not there/),
  ])
  expect((await all()).find(({ seq }) => seq === broken?.seq)?.data).toMatchObject({
    unknown: true,
    contents: expect.any(Object),
  })
  s.server.errors.length = 0
})

/** All events, once no older transaction anywhere holds some back. */
const toldOfAll = (s: Scenario) =>
  s.world.until('all events', async () => {
    const all = await allEventsAfter(s.world.sql, { xid: 0n, id: 0n, index: 0 }, 100)
    return all.at(-1)?.event.seq === (await s.view()).seq && all
  })

test('a place in the events of all sessions may lie within the row of a commit; from before there were such it is after all of its row', async () => {
  const s = await written()
  const { sql } = s.world
  const all = await toldOfAll(s)
  const within = all.findIndex(({ position }) => position.index > 1)
  expect(within).toBeGreaterThan(0)
  const seqs = all.map(({ event }) => event.seq)
  for (const at of [0, within, within + 1]) {
    const after = await s.world.until('the rest', async () => {
      const rest = await allEventsAfter(sql, all[at]?.position ?? { xid: 0n, id: 0n, index: 0 }, 100)
      return rest.length >= seqs.length - at - 1 && rest
    })
    expect(after.map(({ event }) => event.seq)).toEqual(seqs.slice(at + 1))
  }
  const { databaseId } = s.server.installation
  const last = all.findLast(({ position }) => position.index === 1)
  if (!last) throw new Error('There is no event.')
  const { xid, id } = last.position
  const older = Buffer.from(`${databaseId} ${xid} ${id}`).toString('base64url')
  const rest = all.filter(({ position }) => position.xid > xid).length
  for (const cursor of [older, encodeCursor(databaseId, { xid, id, index: END_OF_ROW })]) {
    const reader = await new Watcher(s.server).all(cursor)
    await reader.until('the rest', events => events.length === rest)
  }
})
