import { describe, expect, onTestFinished, test } from 'vitest'
import { JobOverdue, JobsFull } from '@/lib/domain/job'
import { SEARCH_TEXTS } from '@/lib/tools/files/search/search-texts'
import { disorderly } from '@/test/world/disorderly'
import { THREAD_POOL, type ThreadPoolOptions, Threads } from './thread-pool'

function pool(options: Partial<ThreadPoolOptions> = {}): Threads {
  const threads = new Threads({ ...THREAD_POOL, ...options })
  onTestFinished(threads.close)
  return threads
}

/** A search in so many characters without any order, whose pattern remembers the last two hundred at each. */
const search = (chars: number, pattern = 'a[ac]{200}[bd]|^aab') => ({
  pattern,
  caseSensitive: true,
  files: [{ path: 'a.txt', bytes: Buffer.from(`${disorderly(chars)}\naab`) }],
  most: 10,
})

/** One that would take minutes. */
const ENDLESS = search(200_000)
const found = { matches: [{ path: 'a.txt', line: 2, text: 'aab' }], cutLines: 0, binary: 0 }

describe('a pool of threads', () => {
  test('gives what the same function gives here', async () => {
    const threads = pool()
    expect(await threads.compute(SEARCH_TEXTS, search(100))).toEqual(found)
    expect(SEARCH_TEXTS.run(search(100))).toEqual(found)
    expect(threads.state()).toEqual({ threads: 1, waiting: 0 })
  })

  test('lets everything else go on while a job runs', async () => {
    const threads = pool()
    await threads.compute(SEARCH_TEXTS, search(10))
    let turns = 0
    const count = (): void => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await threads.compute(SEARCH_TEXTS, search(60_000))
    clearImmediate(next)
    expect(turns).toBeGreaterThan(0)
  })

  test('ends a job that is overdue together with its thread, and takes the next one', async () => {
    const threads = pool({ threads: 1 })
    const overdue = threads.compute(SEARCH_TEXTS, ENDLESS, { withinMs: 20 })
    const next = threads.compute(SEARCH_TEXTS, search(10))
    await expect(overdue).rejects.toBeInstanceOf(JobOverdue)
    expect(threads.state()).toEqual({ threads: 1, waiting: 0 })
    expect(await next).toEqual(found)
  })

  test('ends a job that is not wanted any more, whether it runs or waits', async () => {
    const threads = pool({ threads: 1 })
    const stop = new AbortController()
    const running = threads.compute(SEARCH_TEXTS, ENDLESS, { signal: stop.signal })
    const waiting = threads.compute(SEARCH_TEXTS, ENDLESS, { signal: stop.signal })
    const next = threads.compute(SEARCH_TEXTS, search(10))
    stop.abort(new Error('Not any more.'))
    await expect(running).rejects.toThrow('Not any more.')
    await expect(waiting).rejects.toThrow('Not any more.')
    expect(await next).toEqual(found)
    await expect(threads.compute(SEARCH_TEXTS, ENDLESS, { signal: stop.signal })).rejects.toThrow(
      'Not any more.',
    )
  })

  test('keeps a thread free of slow jobs, for what others wait for', async () => {
    const threads = pool()
    const stop = new AbortController()
    const slow = Promise.allSettled(
      [1, 2, 3].map(() => threads.compute(SEARCH_TEXTS, ENDLESS, { signal: stop.signal })),
    )
    const { isSlow, ...quick } = SEARCH_TEXTS
    expect(isSlow).toBe(true)
    expect(await threads.compute(quick, search(10))).toEqual(found)
    expect(threads.state()).toEqual({ threads: 2, waiting: 2 })
    stop.abort(new Error('Enough.'))
    expect((await slow).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  })

  test('takes no more than it can hold, nor anything once it is closed', async () => {
    const threads = pool({ threads: 1, mostWaiting: 1 })
    const held = Promise.allSettled([1, 2].map(() => threads.compute(SEARCH_TEXTS, ENDLESS)))
    await expect(threads.computeIfRoom(SEARCH_TEXTS, ENDLESS)).rejects.toBeInstanceOf(JobsFull)
    await threads.close()
    expect((await held).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(threads.compute(SEARCH_TEXTS, search(10))).rejects.toBeInstanceOf(JobsFull)
  })

  test('lets those wait their turn who cannot come again, however many wait', async () => {
    const threads = pool({ threads: 1, mostWaiting: 1 })
    const stop = new AbortController()
    const held = threads.compute(SEARCH_TEXTS, ENDLESS, { signal: stop.signal })
    const waiting = [1, 2, 3].map(() => threads.compute(SEARCH_TEXTS, search(10)))
    await expect(threads.computeIfRoom(SEARCH_TEXTS, search(10))).rejects.toBeInstanceOf(JobsFull)
    stop.abort(new Error('Enough.'))
    await expect(held).rejects.toThrow('Enough.')
    expect(await Promise.all(waiting)).toEqual([found, found, found])
    expect(await threads.computeIfRoom(SEARCH_TEXTS, search(10))).toEqual(found)
  })

  test('tells what a job threw', async () => {
    const input = { ...search(10), pattern: '(a?){1000}b' }
    await expect(pool().compute(SEARCH_TEXTS, input)).rejects.toThrow('The pattern is too large')
  })

  test('runs what is small here, and starts nothing for it', async () => {
    const threads = pool()
    const small = { ...SEARCH_TEXTS, name: 'in no list', size: () => 100 }
    expect(await threads.compute(small, search(10))).toEqual(found)
    expect(threads.state().threads).toBe(0)
  })
})
