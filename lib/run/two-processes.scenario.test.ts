import { describe, expect, test } from 'vitest'
import { calls, ok, Scenario, type Scripted, scenario, startsSession } from '@/lib/testing/scenario'
import type { Server } from '@/lib/testing/world'

const done: Scripted = { text: 'Done.' }

/** The same session, seen and decided through another process. */
const through = (s: Scenario, server: Server): Scenario => new Scenario(s.world, server, s.sessionId)

const leaseOf = async (s: Scenario) =>
  s.world.db.session.findUniqueOrThrow({
    where: { id: s.sessionId },
    select: { leaseEpoch: true, leaseHolder: true, leaseUntil: true },
  })

/** The process that works on the session, whichever has taken it; the story goes on with the other one. */
async function holderOf(s: Scenario, second: Server): Promise<Server> {
  const { leaseHolder } = await leaseOf(s)
  const isFirst = leaseHolder === s.deps.presence.holder
  const [holder, other] = isFirst ? [s.server, second] : [second, s.server]
  s.server = other
  return holder
}

/** An Activity runs in one process, and a second one is there. */
async function running(name: string): Promise<{ s: Scenario; second: Server }> {
  const s = await scenario()
  const second = await s.world.startServer()
  await s.plays([calls(name, 'gated_write z!'), done])
  const [tool = ''] = name.split(' ')
  await s.waitsOn(tool, 'gated_write')
  return { s, second }
}

describe('two processes on one database', () => {
  test('what is decided through one is run by the other', async () => {
    const s = await scenario()
    const web = await s.world.startServer({ role: 'web' })
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    await through(s, web).approves('gated_write')
    await s.ends('final_text')
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
  test('is followed at once, long before its lease runs out', async () => {
    const { s, second } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const before = await leaseOf(s)
    const dead = await holderOf(s, second)
    dead.kill9()
    const asked = await s.asks('gated_write', 'outcome_unknown')
    expect(asked.since < (before.leaseUntil?.toISOString() ?? '')).toBe(true)
    expect(asked.evidence?.processDead).toBe(true)
    await s.stops()
    await s.ends('cancelled')
  })

  test('is followed at once in all of its sessions, though they are taken at the same time', async () => {
    const first = await scenario()
    const sessions = [first]
    for (let n = 1; n < 6; n += 1) sessions.push(await startsSession(first.world, first.server))
    for (const [n, s] of sessions.entries()) {
      await s.plays([calls(`gated_write ${n}`), done])
      await s.waitsOn('gated_write')
      await s.approves('gated_write')
      await s.gates.begins(`${n}`)
    }
    const leases = await Promise.all(sessions.map(leaseOf))
    const earliest = leases.map(lease => lease.leaseUntil?.toISOString() ?? '').toSorted()[0] ?? ''
    first.server.kill9()
    const second = await first.world.startServer()
    for (const s of sessions) {
      s.server = second
      const asked = await s.asks('gated_write', 'outcome_unknown')
      expect(asked.since < earliest).toBe(true)
      await s.stops()
      await s.ends('cancelled')
    }
  })

  test('cannot write any more: a zombie whose Activity ends late changes nothing', async () => {
    const { s, second } = await running('gated_deaf a')
    await s.approves('gated_deaf')
    await s.gates.begins('a')
    const dead = await holderOf(s, second)
    dead.kill9()
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
    const s = await scenario()
    const second = await s.world.startServer()
    await s.plays([{ text: 'Slowly, slowly.', chunkMs: 200 }])
    await s.world.until('the request', async () => (await s.told()).includes('request.started'))
    const dead = await holderOf(s, second)
    dead.kill9()
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
    const { s, second } = await running('gated_deaf a')
    await s.approves('gated_deaf')
    await s.gates.begins('a')
    const before = await leaseOf(s)
    const first = await holderOf(s, second)
    first.freezes()
    const asked = await s.asks('gated_deaf', 'outcome_unknown')
    expect(asked.evidence?.processDead).toBe(false)
    expect(asked.since >= (before.leaseUntil?.toISOString() ?? '')).toBe(true)
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
    const { s, second } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const first = await holderOf(s, second)
    first.freezes()
    s.gates.open('a')
    const { id } = await s.asks('gated_write', 'outcome_unknown')
    s.gates.close('a')
    ok(await s.rules('gated_write', { kind: 'retry' }))
    await s.gates.begins('a', 2)
    first.thaws()
    await first.waker.stop()
    expect(await s.callNow(id)).toMatchObject({ state: 'executing', attempt: 2 })
    s.gates.open('a')
    await s.waitsOn('gated_write')
    expect(await s.results()).toEqual(['gated_write: ok'])
    await s.stops()
    await s.ends('cancelled')
  })

  test('aborts what it does at half of its lease, before anybody else can begin', async () => {
    const { s, second } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const first = await holderOf(s, second)
    first.freezes()
    await s.gates.ends('a')
    const { leaseUntil } = await leaseOf(s)
    const [{ now } = { now: new Date(0) }] = await s.world.db.$queryRaw<{ now: Date }[]>`
      SELECT clock_timestamp() AS now`
    expect(now < (leaseUntil ?? now)).toBe(true)
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
    expect(await leaseOf(s)).toMatchObject({ leaseHolder: null, leaseUntil: null })
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(await leaseOf(s)).toMatchObject({ leaseHolder: null, leaseUntil: null })
  })

  test('is renewed while an Activity runs, and the session’s wake with it', async () => {
    const { s } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const before = await leaseOf(s)
    const later = await s.world.until('a renewal', async () => {
      const now = await leaseOf(s)
      return now.leaseUntil && before.leaseUntil && now.leaseUntil > before.leaseUntil && now
    })
    expect(later.leaseEpoch).toBe(before.leaseEpoch)
    const { wakeAt } = await s.world.db.session.findUniqueOrThrow({ where: { id: s.sessionId } })
    expect(wakeAt).toEqual(later.leaseUntil)
    await s.stops()
    await s.ends('cancelled')
  })

  test('that a process lost with its presence is lost to it, though it lives', async () => {
    const { s } = await running('gated_write a')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    await s.world.db.$queryRaw`
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE application_name = 'countersign presence' AND datname = current_database()`
    const asked = await s.asks('gated_write', 'outcome_unknown')
    expect(asked.attempt).toBe(1)
    await s.stops()
    await s.ends('cancelled')
  })
})
