import { expect, onTestFinished, test, vi } from 'vitest'
import { plain } from '@/lib/messages/phrase'
import { type BusMessage, createLocalBus } from '../process/bus'
import { Cores } from '../process/cores'
import { DatabaseTime } from '../process/database-time'
import type { Deps } from '../process/deps'
import { machineClock } from '../process/lease-clock'
import { DiskFull } from '../process/unavailable'
import { WorkerPool } from './worker-pool'

/** What a pool needs of a process that may not work: each look at a session ends at once, and is counted. */
function countingLooks() {
  let looks = 0
  const unfit = () => {
    looks += 1
    return plain('Not fit to work.')
  }
  const cores = new Cores(1, () => undefined)
  return { deps: { whyNotReady: unfit, cores } as Partial<Deps> as Deps, looks: () => looks }
}

const microtasks = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await Promise.resolve()
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

test('a wake that comes while the work on a session ends is not lost, at whatever moment', async () => {
  for (let moment = 0; moment < 20; moment += 1) {
    const { deps, looks } = countingLooks()
    const pool = new WorkerPool(deps, { slots: 1 })
    pool.tryAdvance('session')
    await microtasks(moment)
    const before = looks()
    pool.tryAdvance('session')
    await settled()
    expect(looks(), `after ${moment} microtasks`).toBeGreaterThan(before)
    expect(pool.active()).toBe(0)
  }
})

test('what the queue delivers waits for a slot, and begins', async () => {
  const { deps, looks } = countingLooks()
  const pool = new WorkerPool(deps, { slots: 1 })
  await Promise.all(['a', 'b', 'c'].map(id => pool.begin(id)))
  await settled()
  expect(looks()).toBe(3)
})

test('a wake that finds no slot free is left to others, and begins here when one is', async () => {
  const { deps, looks } = countingLooks()
  const pool = new WorkerPool(deps, { slots: 1 })
  expect(['a', 'b', 'c', 'b'].map(pool.tryAdvance)).toEqual([true, false, false, false])
  await settled()
  expect(looks()).toBe(3)
})

test('a pool that is stopped leaves what waits for a slot, and lets nobody wait', async () => {
  const { deps, looks } = countingLooks()
  const pool = new WorkerPool(deps, { slots: 1 })
  pool.tryAdvance('a')
  pool.tryAdvance('b')
  const begun = pool.begin('c')
  await pool.stop()
  await begun
  await settled()
  expect(looks()).toBe(1)
})

test('a pool that was stopped begins nothing', async () => {
  const { deps, looks } = countingLooks()
  const pool = new WorkerPool(deps, { slots: 1 })
  await pool.stop()
  pool.tryAdvance('session')
  await pool.begin('session')
  expect(looks()).toBe(0)
})

/** One process that serves and two that work, whose database is away: each look at a session ends, and is counted. */
function processes() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const buses = [0, 1, 2].map(() => createLocalBus(error => expect.unreachable(String(error))))
  const publisher = (from: number) => (note: BusMessage) => {
    for (const [n, bus] of buses.entries()) bus.tell(note, [], n === from)
  }
  const worker = (n: number) => {
    let looks = 0
    const away = async () => {
      looks += 1
      throw Object.assign(new Error('It is away.'), { code: 'ECONNREFUSED' })
    }
    const deps: { [Name in keyof Deps]?: unknown } = {
      bus: { ...buses[n], publish: publisher(n) },
      sql: { $queryRaw: away },
      processLock: { holder: BigInt(n) },
      random: () => n / 4,
      cores: new Cores(1, () => undefined),
      time: new DatabaseTime({ offsetMs: 0 }, machineClock.monotonic),
      leaseClock: machineClock,
      diskFull: new DiskFull(machineClock.monotonic),
      whyNotReady: () => null,
      log: () => undefined,
    }
    const pool = new WorkerPool(deps as Deps, { slots: 1 })
    buses[n]?.subscribe(pool.receive)
    return {
      pool,
      holds: () => publisher(n)({ kind: 'events', sessionId: 's', holder: `${n}` }),
      looks: () => looks,
    }
  }
  const [one, other] = [worker(1), worker(2)] as const
  const decides = (): void => {
    publisher(0)({ kind: 'events', sessionId: 's' })
    publisher(0)({ kind: 'wake', sessionId: 's' })
  }
  return { one, other, decides, looks: () => [one.looks(), other.looks()] }
}

test('a wake of another process is for the one that was the last to work on the session, at once', async () => {
  const { one, other, decides, looks } = processes()
  for (const [worker, expected] of [
    [one, [1, 0]],
    [other, [1, 1]],
  ] as const) {
    worker.pool.tryAdvance('s')
    worker.holds()
    await settled()
    expect(looks()).toEqual(expected)
  }
  decides()
  await settled()
  expect(looks()).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks()).toEqual([1, 2])
})

test('what nobody has worked on is begun by one process, the others read nothing', async () => {
  const { decides, looks } = processes()
  decides()
  await settled()
  expect(looks()).toEqual([0, 0])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks()).toEqual([1, 0])
})

test('a process that has no slot free holds no session up, and leaves it to whoever takes it', async () => {
  const { one, decides, looks } = processes()
  one.pool.tryAdvance('s')
  one.holds()
  await settled()
  const slot = one.pool.reserve('another')
  decides()
  await vi.advanceTimersByTimeAsync(1_000)
  slot?.release()
  await settled()
  expect(looks()).toEqual([1, 1])
})
