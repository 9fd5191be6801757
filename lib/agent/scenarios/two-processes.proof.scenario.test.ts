// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { storedSession } from '@/test/database/stored-record'
import { calls, ok, Scenario, type Scripted, scenario, startsSession } from '@/test/world/scenario'
import { AT_ONCE, type Server } from '@/test/world/world'
import { TAKEOVER, type TakeoverTimes } from '../process/lease-watch'

const done: Scripted = { text: 'Done.' }

/** The same session, seen and decided through another process. */
const through = (s: Scenario, server: Server): Scenario => new Scenario(s.world, server, s.sessionId)

const leaseOf = (s: Scenario) => storedSession(s.world.db, s.sessionId)

/** A process, and when it may take what others hold: at once, as soon as a test knows that they are silent. */
type Follower = { server: Server; followsAtOnce: () => void }

type Pair = [Follower, Follower]

const followerOf = (server: Server, takeover: TakeoverTimes): Follower => ({
  server,
  followsAtOnce: () => void Object.assign(takeover, AT_ONCE),
})

/** The process that works on the session, whichever has taken it; the story goes on with the other one, which follows. */
async function holderOf(s: Scenario, [one, other]: Pair): Promise<Server & Pick<Follower, 'followsAtOnce'>> {
  const { leaseHolder } = await leaseOf(s)
  const isFirst = leaseHolder === one.server.deps.processLock.holder
  const [holder, follower] = isFirst ? [one, other] : [other, one]
  s.server = follower.server
  return { ...holder.server, followsAtOnce: follower.followsAtOnce }
}

async function pair(): Promise<{ s: Scenario; both: Pair }> {
  const [first, second] = [{ ...TAKEOVER }, { ...TAKEOVER }]
  const s = await scenario({}, { server: { takeover: first } })
  const server = await s.world.startServer({ takeover: second })
  return { s, both: [followerOf(s.server, first), followerOf(server, second)] }
}

/** An Activity runs in one process, and a second one is there. */
async function running(name: string): Promise<{ s: Scenario; both: Pair }> {
  const { s, both } = await pair()
  await s.plays([calls(name, 'gated_write z!'), done])
  const [tool = ''] = name.split(' ')
  await s.waitsOn(tool, 'gated_write')
  return { s, both }
}

describe('two processes on one database', () => {
  test('what is decided through one is run by the other', async () => {
    const s = await scenario()
    const web = await s.world.startServer({ role: 'web' })
    const holders = new Set<string | undefined>()
    web.deps.bus.subscribe(note => note.kind === 'events' && holders.add(note.holder))
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    await through(s, web).approves('gated_write')
    await s.ends('final_text')
    expect([...holders]).toEqual([String(s.server.deps.processLock.holder), undefined])
    expect(s.gates.ledger).toEqual(['a!'])
  })

  test('work on many sessions, each on one at a time, and nothing is done twice', async () => {
    const s = await scenario()
    const second = await s.world.startServer()
    const sessions = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const one = await startsSession(s.world, n % 2 ? second : s.server)
        await one.plays([calls(`gated_write ${n}a!`), calls(`gated_write ${n}b!`), done])
        return one
      }),
    )
    await Promise.all(
      sessions.map(async (one, n) => {
        for (const request of [1, 2]) {
          await s.world.until(
            `set ${request}`,
            async () => (await one.view()).pendingSet?.request === request,
          )
          await through(one, n % 3 ? second : s.server).approves('gated_write')
        }
        await one.ends('final_text')
      }),
    )
    expect(s.gates.ledger.toSorted()).toEqual(
      Array.from({ length: 12 }, (_, n) => [`${n}a!`, `${n}b!`])
        .flat()
        .toSorted(),
    )
  })
})

test('sessions that come and go at the same time never wait for each other in a circle', async () => {
  const s = await scenario()
  const servers = [s.server, await s.world.startServer()]
  await Promise.all(
    Array.from({ length: 16 }, async (_, n) => {
      const one = await startsSession(s.world, servers[n % 2] ?? s.server)
      await one.plays([calls('gated_write a!', 'gated_read b!'), done])
      if (n % 4 > 1) await one.waitsOn('gated_write', 'gated_read')
      if (n % 4 > 2) await one.approves('gated_write', 'gated_read')
      await one.deletes()
    }),
  )
  const { seq } = await s.world.db.installation.findUniqueOrThrow({ where: { id: 1 } })
  expect(seq).toBe(1 + 16 * 2)
})

describe('a process that dies', () => {
  test('is followed by one that has watched its lease stand still', async () => {
    const { s, both } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const dead = await holderOf(s, both)
    dead.kill9()
    const asked = await s.asks('gated_write', 'outcome_unknown')
    expect(asked.evidence?.processDead).toBe(true)
    await s.stops()
    await s.ends('cancelled')
  })

  test('is known to be dead in all of its sessions, though they are taken at the same time', async () => {
    const first = await scenario()
    const sessions = [first]
    for (let n = 1; n < 6; n += 1) sessions.push(await startsSession(first.world, first.server))
    for (const [n, s] of sessions.entries()) {
      await s.plays([calls(`gated_write ${n}`), done])
      await s.waitsOn('gated_write')
      await s.approves('gated_write')
      await s.gates.begins(`${n}`)
    }
    first.server.kill9()
    const second = await first.world.startServer({ takeover: AT_ONCE })
    for (const s of sessions) {
      s.server = second
      const asked = await s.asks('gated_write', 'outcome_unknown')
      expect(asked.evidence?.processDead).toBe(true)
      await s.stops()
      await s.ends('cancelled')
    }
  })

  test('cannot write any more: a zombie whose Activity ends late changes nothing', async () => {
    const { s, both } = await running('gated_deaf a')
    await s.approves('gated_deaf')
    await s.gates.begins('a')
    const dead = await holderOf(s, both)
    dead.kill9()
    dead.followsAtOnce()
    await s.asks('gated_deaf', 'outcome_unknown')
    const before = await s.view()
    s.gates.open('a')
    ok(await s.rules('gated_deaf', { kind: 'mark_done' }))
    const after = await s.waitsOn('gated_write')
    expect(after.calls[0]).toMatchObject({ state: 'settled', result: { kind: 'answered' } })
    expect(after.calls[0]?.id).toBe(before.pendingSet?.calls[0]?.id)
    await s.stops()
    await s.ends('cancelled')
  })

  test('in the middle of a request loses nothing: the request is made again under its number', async () => {
    const { s, both } = await pair()
    await s.plays([{ text: 'Slowly, slowly.', chunkMs: 200 }])
    await s.world.until('the request', async () => (await s.told()).includes('request.started'))
    const dead = await holderOf(s, both)
    dead.kill9()
    dead.followsAtOnce()
    await s.ends('final_text')
    expect((await s.texts()).slice(1)).toEqual(['assistant: Slowly, slowly.'])
    expect((await s.told()).filter(type => type.startsWith('request.'))).toEqual([
      'request.started',
      'request.ended',
    ])
    expect(await s.world.db.request.findMany()).toMatchObject([{ number: 1, attempts: 2 }])
  })
})

describe('a process that is paused past its lease', () => {
  test('finds itself followed when it goes on, and writes nothing', async () => {
    const { s, both } = await running('gated_deaf a')
    await s.approves('gated_deaf')
    await s.gates.begins('a')
    const before = await leaseOf(s)
    const first = await holderOf(s, both)
    first.freezes()
    const asked = await s.asks('gated_deaf', 'outcome_unknown')
    expect(asked.evidence?.processDead).toBe(false)
    expect(asked.since >= (before.leaseUntil ?? '')).toBe(true)
    const { seq } = await s.view()
    first.thaws()
    s.gates.open('a')
    ok(await s.rules('gated_deaf', { kind: 'skip' }))
    await s.waitsOn('gated_write')
    expect((await s.told(seq)).filter(type => type === 'call.ended')).toEqual(['call.ended'])
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'z!'])
    expect((await leaseOf(s)).leaseEpoch).toBeGreaterThan(before.leaseEpoch)
  })

  test('cannot overwrite what another has begun since, with a result that was on its way', async () => {
    const { s, both } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const first = await holderOf(s, both)
    first.freezes()
    first.followsAtOnce()
    s.gates.open('a')
    const { id } = await s.asks('gated_write', 'outcome_unknown')
    s.gates.close('a')
    ok(await s.rules('gated_write', { kind: 'retry' }))
    await s.gates.begins('a', 2)
    first.thaws()
    await first.pool.stop()
    expect(await s.callNow(id)).toMatchObject({ state: 'executing', attempt: 2 })
    s.gates.open('a')
    await s.waitsOn('gated_write')
    expect(await s.results()).toEqual(['gated_write: ok'])
    await s.stops()
    await s.ends('cancelled')
  })

  test('aborts what it does at half of its lease, before anybody else can begin', async () => {
    const { s, both } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const first = await holderOf(s, both)
    first.freezes()
    await s.gates.ends('a')
    const { leaseUntil } = await leaseOf(s)
    const [{ now } = { now: new Date(0) }] = await s.world.db.$queryRaw<{ now: Date }[]>`
      SELECT clock_timestamp() AS now`
    expect(now.toISOString() < (leaseUntil ?? '')).toBe(true)
    first.followsAtOnce()
    await s.asks('gated_write', 'outcome_unknown')
    first.thaws()
    await s.stops()
    await s.ends('cancelled')
  })
})

describe('a lease', () => {
  test('is given back when there is nothing to do but wait, and nobody holds it then', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    expect(await leaseOf(s)).toMatchObject({ leaseHolder: undefined, leaseUntil: undefined })
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(await leaseOf(s)).toMatchObject({ leaseHolder: undefined, leaseUntil: undefined })
  })

  test('is renewed while an Activity runs, and the session’s wake with it', async () => {
    const { s } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const before = await leaseOf(s)
    const later = await s.world.until('a renewal', async () => {
      const now = await leaseOf(s)
      return (now.leaseUntil ?? '') > (before.leaseUntil ?? '') && now
    })
    expect(later.leaseEpoch).toBe(before.leaseEpoch)
    const { wakeAt, leaseUntil } = await leaseOf(s)
    expect(wakeAt).toBe(leaseUntil)
    await s.stops()
    await s.ends('cancelled')
  })
})
