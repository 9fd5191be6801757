import { describe, expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { readKeptHeads } from '@/lib/record/kept-heads'
import { type KnownElsewhere, verifyExport } from '@/lib/record/verify-export'
import { forgeRecord, quoted } from '@/test/database/forge-record'
import { changesLink, storedLinks } from '@/test/database/stored-record'
import { NOBODY } from '@/test/http/every-operation'
import { ask, refused } from '@/test/http/http-client'
import { anotherStory, type HttpStory, httpWorld } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

type Story = HttpStory & { logged: string[] }

/** A session with a Call that was denied. */
async function deniedStory(): Promise<Story> {
  const at = await httpWorld()
  const s = await anotherStory(at)
  const { runId } = await s.plays([call('gated_write', { name: 'a' }), { text: 'Done.' }])
  await s.decides(await s.waits(), [{ kind: 'deny' }])
  await s.ends(runId)
  return { ...s, logged: at.server.errors }
}

/** By whoever has a shell of the database: it was approved all along. */
const forge = (s: Story): Promise<void> =>
  forgeRecord(s.world, {
    chain: s.sessionId,
    type: 'call.decided',
    change: payload => payload.replaceAll('"deny"', '"approve"'),
    head: 'set',
  })

const verify = (s: Story, query = {}) => s.does('verifyRecord', { query })
const ofSession = ({ sessionId }: Story) => ({ sessionId })

const health = async (s: Story) => (await s.does('readHealth')) as Health

/** A file of the record, verified by nothing but its own lines and what is known from elsewhere. */
async function audited(text: string, known: KnownElsewhere = {}) {
  return verifyExport(linesOf(text), known)
}

async function* linesOf(text: string) {
  yield* text.split('\n')
}

const file = async (s: Story, path: string): Promise<string> => {
  const { status, text, headers } = await ask(s.url, `GET ${path}`)
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson'])
  return text
}

test('a forged record is not signed by the next change of a title, and Health says so', async () => {
  const s = await deniedStory()
  await forge(s)
  const problem = refused(await s.tries('changeSession', { body: { title: 'Mine' } }), 'unavailable')
  expect(problem).toMatchObject({ title: 'The record is broken', record: { sessionId: s.sessionId } })
  const told = await health(s)
  expect(told).toMatchObject({
    status: 'degraded',
    record: { ok: false, broken: [{ sessionId: s.sessionId }] },
  })
  expect(told.problems.join()).toContain(`The record of session ${s.sessionId}`)
  expect((await s.view()).session.title).not.toBe('Mine')
  expect(s.logged.splice(0)).toEqual([expect.stringContaining('The record is broken')])
})

describe('the record', () => {
  test('verifies, of a session and of everything, by the server and by its export alone', async () => {
    const s = await deniedStory()
    const { seq } = await s.view()
    expect(await verify(s, ofSession(s))).toMatchObject({
      ok: true,
      checked: seq,
      sessions: 1,
      head: { seq, hash: expect.stringMatching(/^sha256:/), at: expect.any(String) },
    })
    const sound = { ok: true, protected: true, broken: [] }
    expect((await health(s)).record).toEqual(sound)
    const { checkedAt, ...all } = await verify(s)
    expect(all).toMatchObject({ ok: true, checked: seq + 1, sessions: 1, head: { seq: 1 } })
    expect((await health(s)).record).toEqual({ ...sound, checkedAt })
    for (const name of ['verifyRecord', 'exportRecord'] as const)
      refused(await s.tries(name, { query: { sessionId: NOBODY } }), 'not_found')
    const one = await file(s, `/api/audit?sessionId=${s.sessionId}`)
    expect(await audited(one)).toMatchObject({ ok: true, checked: seq, sessions: 1 })
    const older = await file(s, '/api/audit')
    expect(await audited(older)).toMatchObject({ ok: true, checked: seq + 1, sessions: 1 })
    const last = JSON.parse(older.trimEnd().split('\n').at(-1) ?? '')
    expect(last).toMatchObject({ chain: 'installation', head: { seq: 1 } })
    // Whose end is cut, or that is an older copy, is known by heads that were downloaded.
    const { runId } = await s.plays([{ text: 'More.' }])
    await s.ends(runId)
    const heads = await readKeptHeads(linesOf(await file(s, '/api/audit/heads')))
    expect(await audited(await file(s, '/api/audit'), { heads })).toMatchObject({ ok: true })
    expect(await audited(older, { heads })).toMatchObject({
      ok: false,
      broken: { sessionId: s.sessionId, reason: expect.stringContaining('this is an older copy') },
    })
  })

  test('that was forged is named, kept, and told, until what was there is put back', async () => {
    const s = await deniedStory()
    const before = await storedLinks(s.world.db, s.sessionId)
    await forge(s)
    const { seq } = await s.view()
    const broken = { sessionId: s.sessionId, seq, reason: expect.stringContaining('is not signed') }
    expect(await verify(s)).toMatchObject({ ok: false, broken })
    expect(await verify(s, ofSession(s))).toMatchObject({ ok: false, broken })
    expect((await health(s)).record).toMatchObject({ ok: false, broken: [broken] })
    for (const path of [`/api/audit?sessionId=${s.sessionId}`, '/api/audit'])
      expect(await audited(await file(s, path))).toMatchObject({ ok: false, broken })
    for (const { payload, hash, seq: at } of before)
      await s.world.touches(
        changesLink({ chain: s.sessionId, seq: at }, { payloads: quoted(payload), hashes: quoted(hash) }),
      )
    await s.world.touches(`UPDATE "SessionHead" SET head = '${before.at(-1)?.hash}'`)
    expect(await verify(s)).toMatchObject({ ok: true })
    expect(await health(s)).toMatchObject({ status: 'ok', record: { ok: true, broken: [] } })
    const told = (await storedLinks(s.world.db, 'installation')).map(({ type }) => type)
    expect(told).toEqual(['session.created', 'record.broken', 'record.mended'])
    expect(s.logged.splice(0)).toEqual([expect.stringContaining('The record is broken')])
  })

  /** What somebody with a shell does, how it is undone, and why the record is broken meanwhile. */
  const touches: ((s: Story) => [string[], string[], RegExp])[] = [
    s => {
      const changes = (payloads: string) => [changesLink({ chain: s.sessionId, seq: 2 }, { payloads })]
      return [changes("l.payload || ' '"), changes('rtrim(l.payload)'), /Event 2 is not what was recorded/]
    },
    s => {
      const texts = (text: string) => [
        `UPDATE "Blob" SET text = ${text} WHERE "sessionId" = '${s.sessionId}'`,
      ]
      return [texts("text || ' '"), texts('left(text, -1)'), /What is kept as sha256:\w+ is something else/]
    },
    s => {
      const moves = (from: string, to: string) => [
        `UPDATE "Session" SET id = '${to}' WHERE id = '${from}'`,
        `UPDATE "SessionHead" SET "sessionId" = '${to}' WHERE "sessionId" = '${from}'`,
      ]
      return [moves(s.sessionId, NOBODY), moves(NOBODY, s.sessionId), /is missing/]
    },
    () => [['DELETE FROM "SessionHead"', 'DELETE FROM "Session"'], [], /The session is gone/],
  ]

  test('is broken by an event in its middle, a text that it names by its hash, a session that nobody made, and a whole session that is gone', async () => {
    const s = await deniedStory()
    for (const touch of touches) {
      const [sql, undo, reason] = touch(s)
      await s.world.touches(...sql)
      const { ok, broken } = await verify(s)
      expect([ok, broken?.reason]).toEqual([false, expect.stringMatching(reason)])
      expect((await health(s)).record.ok).toBe(false)
      await s.world.touches(...undo)
      expect([reason, (await verify(s)).ok]).toEqual([reason, undo.length > 0])
      s.logged.splice(0)
    }
  })
})
