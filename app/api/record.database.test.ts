import { describe, expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import type { Verify } from '@/lib/domain/contract/record-operations'
import { readKeptHeads } from '@/lib/record/kept-heads'
import { type KnownElsewhere, verifyExport } from '@/lib/record/verify-export'
import { forgeRecord, quoted } from '@/lib/testing/database/forge-record'
import { changesLink, storedLinks } from '@/lib/testing/database/stored-record'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { anotherStory, type HttpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'
import { createWorld } from '@/lib/testing/world/world'

type Story = HttpStory & { logged: string[] }

/** A session with a Call that was denied. */
async function deniedStory(): Promise<Story> {
  const world = await createWorld()
  const server = await world.startServer()
  const s = await anotherStory({ world, ...(await serveApi({ start: async () => server })) })
  const { runId } = await s.plays([call('gated_write', { name: 'a' }), { text: 'Done.' }])
  const set = await s.waits()
  const decisions = set.calls.map(({ id: callId, digest }) => ({ callId, digest, kind: 'deny' }))
  agreed('decide', await ask(s.url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } }))
  await s.ends(runId)
  return { ...s, logged: server.errors }
}

/** By whoever has a shell of the database: it was approved all along. */
const forge = (s: Story): Promise<void> =>
  forgeRecord(s.world, {
    chain: s.sessionId,
    type: 'call.decided',
    change: payload => payload.replaceAll('"deny"', '"approve"'),
    head: 'set',
  })

const verify = async (s: Story, query = ''): Promise<Verify> =>
  agreed('verifyRecord', await ask(s.url, `GET /api/audit/verify${query}`)) as Verify

const health = async (s: Story) =>
  agreed('readHealth', await ask(s.url, 'GET /api/health')) as Extract<Health, { record: unknown }>

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
  const problem = refused(
    await ask(s.url, `PATCH /api/sessions/${s.sessionId}`, { body: { title: 'Mine' } }),
    'unavailable',
  )
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
  test('verifies, of a session and of everything, and Health says when', async () => {
    const s = await deniedStory()
    const { seq } = await s.view()
    expect(await verify(s, `?sessionId=${s.sessionId}`)).toMatchObject({
      ...{ ok: true, checked: seq, sessions: 1 },
      head: { seq, hash: expect.stringMatching(/^sha256:/), at: expect.any(String) },
    })
    expect((await health(s)).record).toEqual({ ok: true, protected: true, broken: [] })
    const { checkedAt, ...all } = await verify(s)
    expect(all).toMatchObject({ ok: true, checked: seq + 1, sessions: 1, head: { seq: 1 } })
    expect((await health(s)).record).toEqual({ ok: true, protected: true, broken: [], checkedAt })
    const elsewhere = '00000000-0000-7000-8000-000000000000'
    for (const path of ['audit/verify', 'audit'])
      refused(await ask(s.url, `GET /api/${path}?sessionId=${elsewhere}`), 'not_found')
  })

  test('is verified by its export alone, of a session and of everything', async () => {
    const s = await deniedStory()
    const { seq } = await s.view()
    const one = await file(s, `/api/audit?sessionId=${s.sessionId}`)
    expect(await audited(one)).toMatchObject({ ok: true, checked: seq, sessions: 1 })
    const all = await file(s, '/api/audit')
    expect(await audited(all)).toMatchObject({ ok: true, checked: seq + 1, sessions: 1 })
    const lines = all.trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ chain: 'installation', head: { seq: 1 } })
  })

  test('that was forged is named, kept, and told, until what was there is put back', async () => {
    const s = await deniedStory()
    const before = await storedLinks(s.world.db, s.sessionId)
    await forge(s)
    const { seq } = await s.view()
    const broken = { sessionId: s.sessionId, seq, reason: expect.stringContaining('is not signed') }
    expect(await verify(s)).toMatchObject({ ok: false, broken })
    expect(await verify(s, `?sessionId=${s.sessionId}`)).toMatchObject({ ok: false, broken })
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

  const touches: [string, (s: Story) => string[], RegExp][] = [
    [
      'an event in its middle',
      s => [changesLink({ chain: s.sessionId, seq: 2 }, { payloads: "l.payload || ' '" })],
      /Event 2 is not what was recorded/,
    ],
    [
      'a text that it names by its hash',
      s => [`UPDATE "Blob" SET text = text || ' ' WHERE "sessionId" = '${s.sessionId}'`],
      /What is kept as sha256:\w+ is something else/,
    ],
    [
      'a whole session that is gone',
      () => ['DELETE FROM "SessionHead"', 'DELETE FROM "Session"'],
      /The session is gone/,
    ],
    [
      'a session that nobody made',
      () => [
        `UPDATE "Session" SET id = '00000000-0000-7000-8000-000000000001'`,
        `UPDATE "SessionHead" SET "sessionId" = '00000000-0000-7000-8000-000000000001'`,
      ],
      /is missing/,
    ],
  ]
  test.each(touches)('is broken by %s', async (...[, sql, reason]) => {
    const s = await deniedStory()
    await s.world.touches(...sql(s))
    const { ok, broken } = await verify(s)
    expect([ok, broken?.reason]).toEqual([false, expect.stringMatching(reason)])
    expect((await health(s)).record.ok).toBe(false)
    s.logged.splice(0)
  })

  test('whose end is cut, or that is an older copy, is known by heads that were downloaded', async () => {
    const s = await deniedStory()
    const older = await file(s, '/api/audit')
    const { runId } = await s.plays([{ text: 'More.' }])
    await s.ends(runId)
    const heads = await readKeptHeads(linesOf(await file(s, '/api/audit/heads')))
    expect(await audited(await file(s, '/api/audit'), { heads })).toMatchObject({ ok: true })
    expect(await audited(older)).toMatchObject({ ok: true })
    expect(await audited(older, { heads })).toMatchObject({
      ok: false,
      broken: { sessionId: s.sessionId, reason: expect.stringContaining('this is an older copy') },
    })
  })
})
