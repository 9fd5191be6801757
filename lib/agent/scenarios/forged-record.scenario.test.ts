// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { dueSessions } from '@/lib/store/installation/lease'
import { recordFaults } from '@/lib/store/record/record-fault'
import { forgeRecord } from '@/test/database/forge-record'
import { cutsLinks, hashBefore, storedLinks, storedSession } from '@/test/database/stored-record'
import { call, calls, ok, refused, type Scenario, scenario, startsSession } from '@/test/world/scenario'
import { correctPlan, correctState } from '../actions/correct-mind'

import { deleteSession } from '../actions/delete-session'
import { addMemory } from '../actions/memories'
import { changeSession, openSession } from '../actions/open-session'
import { stopSession } from '../actions/runs'
import { verifySession } from '../export/verify-record'

const done = { text: 'Done.' }

/** A session whose one Call was denied, and then, by SQL, approved all along. */
async function forged(): Promise<Scenario> {
  const s = await denied()
  await forges(s)
  return s
}

async function denied(): Promise<Scenario> {
  const s = await scenario()
  await s.plays([call('gated_write', { name: 'a!' }), call('gated_write', { name: 'b!' }), done])
  await s.waitsOn('gated_write')
  await s.denies('gated_write')
  await s.waitsOn('gated_write')
  return s
}

async function forges(s: Scenario): Promise<void> {
  s.isChecked = false
  s.server.errors.length = 0
  const change = (payload: string): string => payload.replaceAll('"deny"', '"approve"')
  await forgeRecord(s.world, { chain: s.sessionId, type: 'call.decided', change, head: 'set' })
}

const UNSIGNED = 'The end of the record is not signed with the key of this installation.'

/** What there is of a session and its record, to the byte. */
async function evidence(s: Scenario): Promise<unknown> {
  const { seq, head, signature, title, version } = await storedSession(s.world.db, s.sessionId)
  return { links: await storedLinks(s.world.db, s.sessionId), seq, head, signature, title, version }
}

/** What the installation's own record says of records that were found broken. */
async function toldOf(s: Scenario): Promise<unknown[]> {
  const links = await storedLinks(s.world.db, 'installation')
  return links.filter(link => link.type === 'record.broken').map(link => JSON.parse(link.payload))
}

/** The log says it, which no other test expects. */
const logged = (s: Scenario): string[] => s.server.errors.splice(0)

describe('a record that was forged by SQL alone', () => {
  const writers: ((s: Scenario) => Promise<unknown>)[] = [
    s => changeSession(s.deps, { sessionId: s.sessionId, patch: { title: 'Mine' }, person: OWNER }),
    s => s.tries('Go on.'),
    s => s.rules('gated_write', { kind: 'approve' }),
    s => stopSession(s.deps, { sessionId: s.sessionId, by: OWNER.id }),
    s => correctPlan(s.deps, { sessionId: s.sessionId, plan: { steps: [{ id: 'a', title: 'A' }] } }),
    s => correctState(s.deps, { sessionId: s.sessionId, patch: { a: 1 } }),
    s => deleteSession(s.deps, { sessionId: s.sessionId, by: OWNER.id }),
  ]

  test('is not signed by a new title, a message, a decision, a stop, a plan, a state or a deletion', async () => {
    const s = await forged()
    const before = await evidence(s)
    for (const write of writers) {
      const refusal = refused(await write(s), 'unavailable')
      expect(refusal.detail).toContain(`The record of this session is broken. ${UNSIGNED}`)
      expect(refusal.more).toMatchObject({ record: { sessionId: s.sessionId, reason: UNSIGNED } })
      expect(await evidence(s)).toEqual(before)
    }
    expect(logged(s)).toEqual([expect.stringContaining('The record is broken')])
  })

  test('is said once in the record of the installation, whoever finds it, also a process that never signed it', async () => {
    const s = await forged()
    const { seq } = await s.view()
    refused(await renamed(s, 'Mine'), 'unavailable')
    logged(s)
    await s.crashesAndRestarts()
    refused(await renamed(s, 'Yours'), 'unavailable')
    expect(await toldOf(s)).toEqual([{ sessionId: s.sessionId, seq, reason: UNSIGNED }])
    expect(await recordFaults(s.world.db, 10)).toMatchObject([{ chain: s.sessionId, seq, reason: UNSIGNED }])
    logged(s)
  })

  test('runs nothing: what was approved stays where it is, and nobody tries for ever', async () => {
    const s = await denied()
    ok(await s.rules('gated_write', { kind: 'approve' }, { holdMs: 30_000 }))
    await forges(s)
    const before = await evidence(s)
    await s.world.passes(31_000)
    await s.world.until('a loop that finds it', async () => (await recordFaults(s.world.db, 1)).length > 0)
    expect(await evidence(s)).toEqual(before)
    expect(await s.world.files()).toEqual([])
    expect(await dueSessions(s.world.db, { limit: 10, offsetMs: 31_000 })).toEqual({
      due: [],
      nextInMs: null,
    })
    logged(s)
  })
})

const renamed = (s: Scenario, title: string) =>
  changeSession(s.deps, { sessionId: s.sessionId, patch: { title }, person: OWNER })

describe('the end of a record', () => {
  const ends: [string, (s: Scenario, seq: number) => string[], (seq: number) => string][] = [
    ['was cut off', (s, seq) => [cutsLinks({ chain: s.sessionId, seq })], seq => `Event ${seq} is missing.`],
    [
      'was added to',
      (s, seq) => [
        `INSERT INTO "Event" (chain, seq, at, types, subjects, payloads, hashes) SELECT chain, seq + 1, at, types[:1],
         subjects[:1], payloads[:1], ARRAY['sha256:x'] FROM "Event" WHERE ${of(s)} AND seq = ${seq}`,
      ],
      seq => `Event ${seq + 1} was added without a signature.`,
    ],
    [
      'was cut off, and its head set back',
      (s, seq) => [
        `UPDATE "SessionHead" SET seq = ${seq - 1}, head = ${hashBefore({ chain: s.sessionId, seq })}
         WHERE "sessionId" = '${s.sessionId}'`,
        cutsLinks({ chain: s.sessionId, seq }),
      ],
      () => UNSIGNED,
    ],
    [
      'was emptied',
      s => [
        `WITH cut AS (DELETE FROM "Event" WHERE ${of(s)})
         UPDATE "SessionHead" SET seq = 0, head = '', signature = '' WHERE "sessionId" = '${s.sessionId}'`,
      ],
      () => 'Event 1 is missing.',
    ],
    [
      'was emptied, but for its events',
      s => [
        `UPDATE "SessionHead" SET seq = 0, head = '', signature = '' WHERE "sessionId" = '${s.sessionId}'`,
      ],
      () => 'The end of the record was taken away.',
    ],
  ]
  const of = (s: Scenario): string => `chain = '${s.sessionId}'`

  test('that was cut off, added to or emptied is not gone on from', async () => {
    const first = await scenario()
    for (const [what, sql, reason] of ends) {
      const s = await startsSession(first.world, first.server)
      s.isChecked = false
      await s.plays([done])
      await s.ends('final_text')
      const { seq } = await s.view()
      await s.world.touches(...sql(s, seq))
      const before = await evidence(s)
      expect([what, refused(await renamed(s, 'Mine'), 'unavailable').more]).toMatchObject([
        what,
        { record: { reason: reason(seq) } },
      ])
      expect(await evidence(s)).toEqual(before)
      logged(s)
    }
  })
})

describe('a Call that was changed beside its record', () => {
  const verdict = async (s: Scenario) => verifySession(s.deps, s.sessionId)

  /** A Call that ran, and one that waits. */
  async function ranAndWaits(of: Scenario) {
    const s = await startsSession(of.world, of.server)
    await s.plays([calls('gated_write a!'), calls('gated_write b!'), done])
    const { calls: [ran] = [] } = await s.waitsOn('gated_write')
    await s.approves('gated_write')
    const { calls: [waits] = [] } = await s.waitsOn('gated_write')
    expect(await verdict(s)).toMatchObject({ ok: true })
    s.isChecked = false
    return { s, ran: ran?.id ?? '', waits: waits?.id ?? '' }
  }

  type Change = { which: 'ran' | 'waits'; sql: (id: string) => string; reason: string }
  const changes: Record<string, Change> = {
    'another result': {
      which: 'ran',
      sql: id =>
        `UPDATE "Call" SET result = jsonb_set(result::jsonb, '{text}', '"Nothing."') WHERE id = '${id}'`,
      reason: 'what is kept of its result is not what the record says.',
    },
    'other arguments': {
      which: 'ran',
      sql: id => `UPDATE "Call" SET "effectiveText" = '{"name":"c!"}' WHERE id = '${id}'`,
      reason: 'what is kept of its effective is not what the record says.',
    },
    'a decision that nobody made': {
      which: 'waits',
      sql: id => `INSERT INTO "Decision" (id, "sessionId", "callId", kind, by, at, digest)
        SELECT gen_random_uuid(), "sessionId", id, 'approve', '{"type":"person","id":"x","name":"X"}', now(), digest
        FROM "Call" WHERE id = '${id}'`,
      reason: 'what is kept of its decisions is not what the record says.',
    },
    'no row any more': {
      which: 'ran',
      sql: id => `DELETE FROM "Call" WHERE id = '${id}'`,
      reason: 'what the record says of it is gone.',
    },
  }

  test('has another result, other arguments, a decision that nobody made, or no row: the verifier names it', async () => {
    const first = await scenario()
    for (const { which, sql, reason } of Object.values(changes)) {
      const { s, ...ids } = await ranAndWaits(first)
      await s.world.touches(sql(ids[which]))
      const broken = { sessionId: s.sessionId, reason: `Call ${ids[which]}: ${reason}` }
      expect(await verdict(s)).toMatchObject({ ok: false, broken })
      logged(s)
      await s.stops()
    }
    // One of the Calls is gone, and what ran is compared with all that are there.
    first.gates.ledger.length = 0
  })
})

describe('the record of the installation, forged by SQL alone', () => {
  test('is not signed by a new session, a deletion or a memory', async () => {
    const s = await scenario()
    const other = await startsSession(s.world, s.server)
    const change = (payload: string): string => payload.replace(other.sessionId, s.sessionId)
    await forgeRecord(s.world, {
      chain: 'installation',
      type: 'session.created',
      change: p => `${change(p)} `,
      head: 'set',
    })
    const before = await storedLinks(s.world.db, 'installation')
    const tries = [
      openSession(s.deps, { settings: {} }),
      deleteSession(s.deps, { sessionId: other.sessionId, by: OWNER.id }),
      addMemory(s.deps, { person: OWNER, memory: { text: 'Tea at five.' } }),
    ]
    for (const answer of await Promise.all(tries))
      expect(refused(answer, 'unavailable').detail).toContain('The record of this installation is broken.')
    expect(await storedLinks(s.world.db, 'installation')).toEqual(before)
    expect(await recordFaults(s.world.db, 10)).toMatchObject([{ chain: 'installation', reason: UNSIGNED }])
    logged(s)
  })
})
