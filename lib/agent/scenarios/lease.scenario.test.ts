import { describe, expect, test, vi } from 'vitest'
import { createJumpingClock } from '@/test/world/jumping-clock'
import { type Fate, holdsNext, losesNext, overProxy } from '@/test/world/over-proxy'
import { calls, ok, Scenario, type Scripted, scenario } from '@/test/world/scenario'
import { AT_ONCE, type World } from '@/test/world/world'

const done: Scripted = { text: 'Done.' }

/** An Activity runs in a process whose clocks a test can make jump. */
async function running(name: string) {
  const clock = createJumpingClock()
  const s = await scenario({}, { server: { leaseClock: clock } })
  await s.plays([calls(name), done])
  const [tool = ''] = name.split(' ')
  await s.waitsOn(tool)
  await s.approves(tool)
  await s.gates.begins('a')
  return { s, clock }
}

/** The process hears nothing any more; another one takes its session over and asks a person. */
async function takenOver(name: string) {
  const { s: first, clock } = await running(name)
  first.server.freezes()
  const second = await first.world.startServer({ takeover: AT_ONCE })
  const s = new Scenario(first.world, second, first.sessionId)
  await s.asks(name.split(' ')[0] ?? '', 'outcome_unknown')
  return { first, s, clock }
}

const presences = (world: World): Promise<{ pid: number }[]> => world.db.$queryRaw`
  SELECT pid FROM pg_stat_activity
  WHERE application_name = 'countersign presence' AND datname = current_database()`

/** The connections break by which processes are seen to live, and each makes another one. */
async function losesPresence(world: World): Promise<void> {
  const before = await presences(world)
  for (const { pid } of before) await world.db.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`
  await world.until('other connections', async () => {
    const now = await presences(world)
    return now.length === before.length && now.every(({ pid }) => before.every(old => old.pid !== pid))
  })
}

describe('a process that was asleep', () => {
  test('with its whole machine while another took over has no effect when it wakes', async () => {
    const { first, s, clock } = await takenOver('gated_save a')
    ok(await s.rules('gated_save', { kind: 'skip' }))
    await s.ends('final_text')
    clock.sleeps(9_000)
    s.gates.open('a')
    await s.gates.ends('a')
    first.server.thaws()
    await s.world.until('the first process at rest', async () => first.server.pool.active() === 0)
    expect(s.gates.ledger).toEqual([])
    expect(await s.results()).toEqual(['gated_save: unknown'])
    expect(first.deps.renewals.counts).toMatchObject({ active: 0, lost: 1 })
  })

  test('and that nobody followed begins what had no effect anew', async () => {
    const { s, clock } = await running('gated_save a')
    clock.stalls(9_000)
    s.gates.open('a')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a'])
    expect(await s.results()).toEqual(['gated_save: ok'])
    expect((await s.told()).filter(type => type === 'call.started')).toHaveLength(1)
    expect(s.deps.renewals.counts).toMatchObject({ lapsed: 1, lost: 0 })
  })

  test('or seemed so, since its wall clock was set forward and soon back, begins anew once', async () => {
    const { s, clock } = await running('gated_save a')
    clock.isSet(7_200_000)
    await s.gates.ends('a')
    clock.isSet(-7_200_000)
    const looks = vi.spyOn(clock, 'wall')
    await s.gates.begins('a', 2)
    expect(looks.mock.calls.length).toBeLessThan(20)
    s.gates.open('a')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a'])
  })

  test('and falls asleep once more begins it anew no more, but asks a person, who may say so again', async () => {
    const { s, clock } = await running('gated_save a')
    clock.stalls(9_000)
    await s.gates.begins('a', 2)
    clock.stalls(9_000)
    await s.asks('gated_save', 'outcome_unknown')
    expect(s.gates.begun).toEqual(['a', 'a'])
    s.gates.open('a')
    ok(await s.rules('gated_save', { kind: 'retry' }))
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a'])
    expect(await s.results()).toEqual(['gated_save: ok'])
  })

  test('repeats what may be repeated once, and whoever takes over after that asks a person', async () => {
    const { s: first, clock } = await running('gated_fetch a')
    clock.stalls(9_000)
    await first.gates.begins('a', 2)
    first.server.freezes()
    const second = await first.world.startServer({ takeover: AT_ONCE })
    const s = new Scenario(first.world, second, first.sessionId)
    expect(await s.asks('gated_fetch', 'outcome_unknown')).toMatchObject({ attempt: 2 })
    expect(s.gates.begun).toEqual(['a', 'a'])
    await s.stops()
    await s.ends('cancelled')
  })

  test('and whose connection breaks after its repeat is counted, counts it once and goes on', async () => {
    const clock = createJumpingClock()
    const { s, proxy } = await overProxy(['call.started'], { server: { leaseClock: clock } })
    await s.plays([calls('gated_fetch a'), done])
    await s.waitsOn('gated_fetch')
    await s.approves('gated_fetch')
    await s.gates.begins('a')
    const epoch = async () => (await s.world.db.sessionHead.findFirst())?.leaseEpoch
    const before = await epoch()
    const lost = losesNext(proxy, 'after')
    clock.stalls(9_000)
    await lost
    await s.gates.begins('a', 2)
    s.gates.open('a')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_fetch: ok'])
    expect((await s.told()).filter(type => type === 'call.started')).toHaveLength(2)
    expect(await epoch()).toBe(before)
  })

  test('or took over what another had begun does not repeat its repeat', async () => {
    const { s: first } = await running('gated_fetch a')
    first.server.freezes()
    const clock = createJumpingClock()
    const second = await first.world.startServer({ takeover: AT_ONCE, leaseClock: clock })
    await first.gates.begins('a', 2)
    clock.stalls(9_000)
    const s = new Scenario(first.world, second, first.sessionId)
    expect(await s.asks('gated_fetch', 'outcome_unknown')).toMatchObject({ attempt: 2 })
    expect(s.gates.begun).toEqual(['a', 'a'])
    await s.stops()
    await s.ends('cancelled')
  })

  test('and whose wall clock was set back as it woke has no effect before it has renewed its lease', async () => {
    const { first, s, clock } = await takenOver('gated_save a')
    clock.isSet(-7_200_000)
    s.gates.open('a')
    await s.gates.ends('a')
    expect(s.gates.ledger).toEqual([])
    first.server.thaws()
    await s.stops()
    await s.ends('cancelled')
  })
})

describe('what had happened when a lease ran out', () => {
  test('is stored though the connection broke, and is made anew too late', async () => {
    const clock = createJumpingClock()
    const { s, proxy } = await overProxy(['call.ended'], { server: { leaseClock: clock } })
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    const fate = Promise.withResolvers<Fate>()
    const held = holdsNext(proxy, 'before', fate.promise)
    await s.approves('gated_write')
    await held
    clock.stalls(9_000)
    fate.resolve('drop')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: ok'])
  })

  test('is refused where somebody has', async () => {
    const { first, s, clock } = await takenOver('gated_write a')
    s.gates.open('a')
    await s.gates.ends('a')
    clock.stalls(9_000)
    first.server.thaws()
    await s.world.until('the first process at rest', async () => first.server.pool.active() === 0)
    await s.asks('gated_write', 'outcome_unknown')
    await s.stops()
    await s.ends('cancelled')
  })

  test('is a reply of the model too, which was waited for and is not asked for again', async () => {
    const clock = createJumpingClock()
    const s = await scenario({}, { server: { leaseClock: clock } })
    await s.world.startServer()
    await s.plays([{ text: 'Slowly, slowly.', chunkMs: 200 }])
    await s.world.until('the request', async () => (await s.told()).includes('request.started'))
    clock.stalls(9_000)
    await s.ends('final_text')
    expect((await s.texts()).slice(1)).toEqual(['assistant: Slowly, slowly.'])
    expect(await s.world.db.request.findMany()).toMatchObject([{ number: 1, attempts: 1 }])
  })
})

test('the connection by which a process is seen to live may break while an Activity runs, and while the model answers', async () => {
  const { s } = await running('gated_write a')
  await s.world.startServer()
  await losesPresence(s.world)
  s.gates.open('a')
  await s.ends('final_text')
  expect(await s.results()).toEqual(['gated_write: ok'])
  const asked = async () => (await s.told()).filter(type => type === 'request.started').length
  const before = await asked()
  await s.plays([{ text: 'Slowly, slowly.', chunkMs: 200 }])
  await s.world.until('the request', async () => (await asked()) > before)
  await losesPresence(s.world)
  await s.ends('final_text')
  expect((await s.texts()).at(-1)).toBe('assistant: Slowly, slowly.')
  expect(await s.world.db.request.findMany({ where: { attempts: { not: 1 } } })).toEqual([])
})
