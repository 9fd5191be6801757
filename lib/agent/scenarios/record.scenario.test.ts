// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { openConnections } from '@/lib/store/connection/database'
import { changesLink, cutsLinks, hashBefore, storedLinks, storedSession } from '@/test/database/stored-record'
import { brokenAt } from '@/test/world/check-invariants'
import { calls, type Scenario, scenario } from '@/test/world/scenario'

const done = { text: 'Done.' }

/** A story with a bit of everything, at rest, whose record is whole. */
async function recorded(): Promise<Scenario> {
  const s = await scenario()
  await s.plays([calls('gated_write a!', 'gated_write b!'), { fault: 'length', text: 'Half' }, done])
  await s.waitsOn('gated_write', 'gated_write')
  await s.approves('gated_write a!')
  await s.denies('gated_write b!', 'Not that.')
  await s.ends('final_text')
  expect(await brokenAt(s.world.db, s.sessionId)).toBeNull()
  return s
}

/** The seq of the only event of a type. */
async function seqOf(s: Scenario, type: string): Promise<number> {
  const found = (await s.events()).find(event => event.type === type)
  if (!found) throw new Error(`There is no ${type}.`)
  return found.seq
}

/** The place of a link, as SQL is made for it. */
const link = (s: Scenario, seq: number) => ({ chain: s.sessionId, seq })

const isChanged = (seq: number): string => `${seq}: Event ${seq} is not what was recorded.`

/** Where the record is broken by what is done to it; none of that stays. */
async function broken(s: Scenario, touch: string[]): Promise<string | null> {
  const { db, close } = openConnections({ url: s.world.adminUrl, connections: 1 })
  let found: string | null = null
  const trying = db.$transaction(async tx => {
    for (const sql of ['SET LOCAL session_replication_role = replica', ...touch])
      await tx.$executeRawUnsafe(sql)
    found = await brokenAt(tx, s.sessionId)
    throw new Error('Enough.')
  })
  await expect(trying).rejects.toThrow('Enough.')
  await close()
  return found
}

describe('the record of a session', () => {
  const touches: [string, (s: Scenario, seq: number) => string, (seq: number) => string][] = [
    [
      'the payload of an event is changed',
      (s, seq) => changesLink(link(s, seq), { payloads: "replace(l.payload, 'approve', 'skipped')" }),
      isChanged,
    ],
    [
      'a space is added to it',
      (s, seq) => changesLink(link(s, seq), { payloads: "l.payload || ' '" }),
      isChanged,
    ],
    ['its type is changed', (s, seq) => changesLink(link(s, seq), { types: "'call.waiting'" }), isChanged],
    [
      'the time of its commit is changed',
      (s, seq) =>
        `UPDATE "Event" SET at = at + interval '1 ms' WHERE chain = '${s.sessionId}'
         AND seq = (SELECT last FROM "Link" WHERE chain = '${s.sessionId}' AND seq = ${seq})`,
      isChanged,
    ],
    [
      'its commit is taken out',
      (s, seq) =>
        `DELETE FROM "Event" WHERE chain = '${s.sessionId}'
         AND seq = (SELECT last FROM "Link" WHERE chain = '${s.sessionId}' AND seq = ${seq})`,
      seq => `${seq}: Event ${seq} is missing.`,
    ],
    [
      'it changes places with the next',
      (s, seq) =>
        `UPDATE "Event" e SET types[1] = types[2], types[2] = types[1], payloads[1] = payloads[2],
         payloads[2] = payloads[1], hashes[1] = hashes[2], hashes[2] = hashes[1] WHERE chain = '${s.sessionId}'
         AND seq = (SELECT last FROM "Link" WHERE chain = '${s.sessionId}' AND seq = ${seq})`,
      isChanged,
    ],
  ]

  test('breaks where the payload of an event is changed, or any other part of it, and at its end where the tail is cut off, also with a head that fits', async () => {
    const s = await recorded()
    const seq = await seqOf(s, 'call.decided')
    const { seq: last } = await s.view()
    const end = cutsLinks(link(s, last))
    const head = `UPDATE "SessionHead" SET seq = ${last - 1}, head = ${hashBefore(link(s, last))}`
    const rows: [string, string[], string][] = [
      ...touches.map(([why, touch, found]): [string, string[], string] => [why, [touch(s, seq)], found(seq)]),
      ['the tail is cut off', [end], `${last}: Event ${last} is missing.`],
      [
        'the tail is cut off, and the head fits',
        [end, head],
        `${last - 1}: The end of the record is not signed with the key of this installation.`,
      ],
    ]
    const told: [string, string | null][] = []
    for (const [why, touch] of rows) told.push([why, await broken(s, touch)])
    expect(told).toEqual(rows.map(([why, , found]) => [why, found]))
  })
})

test('the installation keeps which sessions there were, in a chain of its own', async () => {
  const s = await recorded()
  const { head } = await storedSession(s.world.db, s.sessionId)
  await s.deletes()
  const links = await storedLinks(s.world.db, 'installation')
  expect(await brokenAt(s.world.db, 'installation')).toBeNull()
  expect(links.map(link => link.type)).toEqual(['session.created', 'session.deleted'])
  expect(JSON.parse(links[1]?.payload ?? '')).toMatchObject({
    sessionId: s.sessionId,
    head: expect.any(String),
  })
  expect(head).toMatch(/^sha256:/)
})
