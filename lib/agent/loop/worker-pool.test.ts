import { expect, test } from 'vitest'
import { plain } from '@/lib/messages/phrase'
import { Cores } from '../process/cores'
import type { Deps } from '../process/deps'
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
