import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LogFollower, type Page } from './log-follower'
import { openSseConnection, type SseConnection } from './sse-connection'

/** A list that grows, read in pages of three; each reading takes as long as `slow` says. */
function createList(slow: () => Promise<void> = async () => undefined, size = 1) {
  const items: number[] = []
  const made: number[] = []
  let readings = 0
  let fails = 0
  let isTorn = false
  let readable = Number.POSITIVE_INFINITY
  const tail = new LogFollower<number>({
    compare: (one, other) => {
      if (isTorn) {
        isTorn = false
        throw new Error('A bug of the tests.')
      }
      return one - other
    },
    follows: (next, last) => next === last + 1,
    log: () => undefined,
    read: async (after): Promise<Page<number>> => {
      readings += 1
      // As a statement does: it finds what there was when it began.
      const there = [...items]
      await slow()
      if (fails-- > 0) throw new Error('Not now.')
      const found = there.filter(item => item > after && item <= readable).slice(0, 3)
      const isFollowed = there.some(item => item > (found.at(-1) ?? after))
      const next = found.length === 3 ? 'more' : isFollowed ? 'later' : 'end'
      return {
        frames: found.map(item => ({ position: item, bytes: () => new Uint8Array(size).fill(item) })),
        next,
      }
    },
  })
  return {
    tail,
    add: (count = 1): void => {
      for (let added = 0; added < count; added += 1) items.push(items.length + 1)
      tail.wake()
    },
    /** Adds an item that nobody is told of. */
    miss: (): void => void items.push(items.length + 1),
    /** Adds an item that is at hand. */
    tell: (bytes = size): void => {
      const item = items.length + 1
      items.push(item)
      const make = () => {
        made.push(item)
        return new Uint8Array(bytes).fill(item)
      }
      tail.wake(() => [{ position: item, bytes: make }])
    },
    /** Items at hand whose bytes were made. */
    made: (): number[] => made,
    fail: (times: number): void => {
      fails = times
    },
    /** The next thing that is made of what was read fails. */
    tear: (): void => {
      isTorn = true
    },
    hold: (after: number): void => {
      readable = after
    },
    readings: (): number => readings,
  }
}

/** Reads an outlet until it has this many items. */
function reader(connection: SseConnection, size = 1) {
  const seen: number[] = []
  const stream = connection.stream.getReader()
  return {
    seen,
    upTo: async (last: number): Promise<number[]> => {
      while ((seen.at(-1) ?? 0) < last) {
        const { done, value } = await stream.read()
        if (done) throw new Error('The stream has ended.')
        // An item is its number, over and over.
        for (let at = 0; at < value.length; at += size) seen.push(value[at] ?? 0)
      }
      return seen
    },
  }
}

const upTo = (last: number, after = 0): number[] =>
  Array.from({ length: last - after }, (_, i) => after + i + 1)
const moment = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

describe('a tail', () => {
  test('gives everybody what follows their own place, whenever they join', async () => {
    const happens = fc.constantFrom('add' as const, 'tell' as const, 'moment' as const, 'leave' as const)
    const step = fc.oneof({ arbitrary: happens, weight: 3 }, fc.nat({ max: 12 }))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const list = createList(moment)
        list.add(12)
        let last = 12
        const joined: { after: number; read: ReturnType<typeof reader>; connection: SseConnection }[] = []
        for (const next of steps) {
          if (next === 'moment') await moment()
          else if (next === 'leave') joined.shift()?.connection.close()
          else if (next === 'add' || next === 'tell') {
            list[next]()
            last += 1
          } else {
            const connection = openSseConnection()
            void list.tail.join(connection, next)
            joined.push({ after: next, read: reader(connection), connection })
          }
        }
        list.add()
        last += 1
        for (const { after, read, connection } of joined) {
          expect(await read.upTo(last)).toEqual(upTo(last, after))
          connection.close()
        }
      }),
      { numRuns: 60 },
    )
  })

  test('reads news once, whatever the number of its readers', async () => {
    const list = createList()
    const readers = await Promise.all(
      upTo(50).map(async () => {
        const connection = openSseConnection()
        await list.tail.join(connection, 0)
        return reader(connection)
      }),
    )
    const before = list.readings()
    list.add()
    for (const one of readers) expect(await one.upTo(1)).toEqual([1])
    expect(list.readings() - before).toBe(1)
  })

  test('gives on what is at hand without reading it, but not over a gap', async () => {
    const list = createList()
    list.add()
    const connection = openSseConnection()
    await list.tail.join(connection, 0)
    const before = list.readings()
    list.tell()
    list.tell()
    expect(list.readings()).toBe(before)
    list.miss()
    list.tell()
    expect(await reader(connection).upTo(5)).toEqual([1, 2, 3, 4, 5])
    expect(list.readings()).toBeGreaterThan(before)
    connection.close()
  })

  test('reads for one who joins what was at hand for another one that has left meanwhile', async () => {
    const held = Promise.withResolvers<void>()
    let wait = Promise.resolve()
    const list = createList(() => wait)
    const [first, second] = [openSseConnection(), openSseConnection()]
    await list.tail.join(first, 0)
    wait = held.promise
    const joined = list.tail.join(second, 0)
    list.tell()
    first.close()
    held.resolve()
    await joined
    expect(await reader(second).upTo(1)).toEqual([1])
    second.close()
  })

  test('reads nothing when nobody is there', async () => {
    const list = createList()
    const connection = openSseConnection()
    await list.tail.join(connection, 0)
    connection.close()
    expect(list.tail.isIdle).toBe(true)
    const before = list.readings()
    list.add()
    await moment()
    expect(list.readings()).toBe(before)
  })

  test('goes on after readings that failed, while somebody joins and while somebody reads along', async () => {
    const list = createList()
    const connection = openSseConnection()
    const read = reader(connection)
    list.fail(1)
    await list.tail.join(connection, 0)
    list.fail(3)
    list.add(5)
    expect(await read.upTo(5)).toEqual(upTo(5))
  })

  test('lets one that does not keep up read at its own pace, and the others go on', async () => {
    const list = createList(moment, 700_000)
    const [slow, quick] = [openSseConnection(), openSseConnection()]
    await Promise.all([list.tail.join(slow, 0), list.tail.join(quick, 0)])
    const others = reader(quick, 700_000)
    for (const last of upTo(9)) {
      list.add()
      await others.upTo(last)
    }
    expect(slow.isFull()).toBe(true)
    expect(await reader(slow, 700_000).upTo(9)).toEqual(upTo(9))
    list.add()
    expect(await others.upTo(10)).toEqual(upTo(10))
  })

  test('makes the bytes of what is told once for all who take it, and none for who does not keep up', async () => {
    const list = createList()
    const [slow, quick, other] = [openSseConnection(), openSseConnection(), openSseConnection()]
    await Promise.all([slow, quick, other].map(connection => list.tail.join(connection, 0)))
    const others = [reader(quick, 700_000), reader(other, 700_000)]
    for (const last of upTo(9)) {
      list.tell(700_000)
      for (const one of others) await one.upTo(last)
    }
    expect(slow.isFull()).toBe(true)
    expect(list.made()).toEqual(upTo(9))
  })

  test('looks again by itself for what cannot be read yet', async () => {
    const list = createList()
    const connection = openSseConnection()
    const read = reader(connection)
    await list.tail.join(connection, 0)
    list.hold(1)
    list.add(2)
    expect(await read.upTo(1)).toEqual([1])
    list.hold(2)
    expect(await read.upTo(2)).toEqual([1, 2])
  })
})

describe('a client whose way out is broken', () => {
  const broken = (): SseConnection => ({
    ...openSseConnection(),
    push: () => {
      throw new Error('It is broken.')
    },
  })

  test('is let go of, and nobody else misses anything', async () => {
    const list = createList()
    list.add()
    const connection = openSseConnection()
    const bad = broken()
    await list.tail.join(bad, 1)
    await list.tail.join(connection, 0)
    const { upTo } = reader(connection)
    list.add(2)
    expect(await upTo(3)).toEqual([1, 2, 3])
    expect(bad.closed.aborted).toBe(true)
    list.tell()
    list.add()
    expect(await upTo(5)).toEqual([1, 2, 3, 4, 5])
  })

  test('is let go of while it catches up, and is waited for no longer', async () => {
    const list = createList()
    list.add(2)
    const bad = broken()
    await list.tail.join(bad, 0)
    expect(bad.closed.aborted).toBe(true)
    expect(list.tail.isIdle).toBe(true)
  })
})

test('where what is read cannot be told it is read again, and what comes later is told', async () => {
  const list = createList()
  list.add()
  const connection = openSseConnection()
  await list.tail.join(connection, 0)
  const { upTo } = reader(connection)
  list.tear()
  list.add()
  expect(await upTo(2)).toEqual([1, 2])
  list.add()
  expect(await upTo(3)).toEqual([1, 2, 3])
})
