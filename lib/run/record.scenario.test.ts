import { describe, expect, test } from 'vitest'
import { verifyChain } from '@/lib/record/chain'
import { storedLinks } from '@/lib/store/event'
import { calls, type Scenario, scenario } from '@/lib/testing/scenario'
import { brokenAt } from '@/lib/testing/story-check'

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

const chain = (s: Scenario): string => `chain = '${s.sessionId}'`

describe('the record of a session', () => {
  const touches: [string, (s: Scenario, seq: number) => string, (seq: number) => string][] = [
    [
      'the payload of an event is changed',
      (s, seq) =>
        `UPDATE "Event" SET payload = replace(payload, 'approve', 'skipped') WHERE ${chain(s)} AND seq = ${seq}`,
      seq => `${seq}: Event ${seq} is not what was recorded.`,
    ],
    [
      'a space is added to it',
      (s, seq) => `UPDATE "Event" SET payload = payload || ' ' WHERE ${chain(s)} AND seq = ${seq}`,
      seq => `${seq}: Event ${seq} is not what was recorded.`,
    ],
    [
      'its time is changed',
      (s, seq) => `UPDATE "Event" SET at = at + interval '1 ms' WHERE ${chain(s)} AND seq = ${seq}`,
      seq => `${seq}: Event ${seq} is not what was recorded.`,
    ],
    [
      'its type is changed',
      (s, seq) => `UPDATE "Event" SET type = 'call.waiting' WHERE ${chain(s)} AND seq = ${seq}`,
      seq => `${seq}: Event ${seq} is not what was recorded.`,
    ],
    [
      'it is taken out',
      (s, seq) => `DELETE FROM "Event" WHERE ${chain(s)} AND seq = ${seq}`,
      seq => `${seq}: Event ${seq} is missing.`,
    ],
    [
      'it changes places with the next',
      (s, seq) => `UPDATE "Event" SET seq = CASE seq WHEN ${seq} THEN -1 ELSE ${seq} END
        WHERE ${chain(s)} AND seq IN (${seq}, ${seq + 1})`,
      seq => `1: Event 1 is missing.`.replace('1: Event 1', `1: Event 1`).replace(/^$/, String(seq)),
    ],
  ]

  test.each(touches)('breaks where %s', async (...[, touch, broken]) => {
    const s = await recorded()
    const seq = await seqOf(s, 'call.decided')
    s.isChecked = false
    await s.world.touches(touch(s, seq))
    expect(await brokenAt(s.world.db, s.sessionId)).toBe(broken(seq))
  })

  test('breaks at its end where the tail is cut off, also with a head that fits', async () => {
    const s = await recorded()
    s.isChecked = false
    const { seq } = await s.view()
    await s.world.touches(`DELETE FROM "Event" WHERE ${chain(s)} AND seq = ${seq}`)
    expect(await brokenAt(s.world.db, s.sessionId)).toBe(
      `${seq}: The end of the record is not the one that was signed.`,
    )
    await s.world.touches(`UPDATE "Session" SET seq = ${seq - 1},
      head = (SELECT hash FROM "Event" WHERE ${chain(s)} AND seq = ${seq - 1})`)
    expect(await brokenAt(s.world.db, s.sessionId)).toBe('The head is not signed.')
  })

  test('cannot be continued with another’s events', async () => {
    const s = await recorded()
    s.isChecked = false
    const links = await storedLinks(s.world.db, s.sessionId)
    const foreign = links.map(link => ({ ...link, chain: 'another' }))
    const last = links.at(-1)
    expect(verifyChain(foreign, { seq: last?.seq ?? 0, hash: last?.hash ?? '' })).toMatchObject({
      ok: false,
      broken: { seq: 1 },
    })
  })
})

test('the installation keeps which sessions there were, in a chain of its own', async () => {
  const s = await recorded()
  const { head } = await s.world.db.session.findUniqueOrThrow({ where: { id: s.sessionId } })
  await s.deletes()
  const links = await storedLinks(s.world.db, 'installation')
  const installation = await s.world.db.installation.findUniqueOrThrow({ where: { id: 1 } })
  expect(verifyChain(links, { seq: installation.seq, hash: installation.head })).toMatchObject({ ok: true })
  expect(links.map(link => link.type)).toEqual(['session.created', 'session.deleted'])
  expect(JSON.parse(links[1]?.payload ?? '')).toMatchObject({
    sessionId: s.sessionId,
    head: expect.any(String),
  })
  expect(head).toMatch(/^sha256:/)
})
