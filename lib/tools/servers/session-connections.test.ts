import { describe, expect, test } from 'vitest'
import { SessionConnections, TooManySessions } from './session-connections'

const NEVER = new AbortController().signal

/** Sessions of connections that only note that they were closed, in the order in which they were opened. */
function sessions({ idleMs = 1_000_000 } = {}) {
  const opened: { isEnded: boolean; close: () => Promise<void>; closed: PromiseWithResolvers<void> }[] = []
  const open = async () => {
    const closed = Promise.withResolvers<void>()
    const connection = {
      isEnded: false,
      closed,
      close: async () => {
        connection.isEnded = true
        closed.resolve()
      },
    }
    opened.push(connection)
    return connection
  }
  const all = new SessionConnections({ open, idleMs })
  const use = (id: string) => all.use(id, NEVER, async connection => opened.indexOf(connection))
  /** Works until it is let go. */
  const hold = async (id: string) => {
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ended = all.use(id, NEVER, async () => {
      begun.resolve()
      await gate.promise
    })
    await begun.promise
    return async () => {
      gate.resolve()
      await ended
    }
  }
  return { all, opened, use, hold }
}

const names = Array.from({ length: 32 }, (_, at) => `s${at}`)

describe('the connections of sessions', () => {
  test('are one for each, and another where it has ended', async () => {
    const { all, use, opened } = sessions()
    expect([await use('a'), await use('b'), await use('a')]).toEqual([0, 1, 0])
    await opened[0]?.close()
    expect(await use('a')).toBe(2)
    expect(all.count).toBe(2)
  })

  test('are closed when they are idle', async () => {
    const { all, use, opened } = sessions({ idleMs: 1 })
    await use('a')
    await opened[0]?.closed.promise
    expect(all.count).toBe(0)
  })

  test('are 32 at most: the one that is idle for the longest time makes room', async () => {
    const { all, use, opened } = sessions()
    for (const name of names) await use(name)
    await use('s0')
    await use('one more')
    expect(all.count).toBe(32)
    expect(opened.flatMap(({ isEnded }, at) => (isEnded ? [at] : []))).toEqual([1])
  })

  test('are refused where all work', async () => {
    const { use, hold } = sessions()
    const holders = await Promise.all(names.map(hold))
    await expect(use('one more')).rejects.toThrow(TooManySessions)
    await holders[3]?.()
    expect(await use('one more')).toBe(32)
    await Promise.all(holders.map(release => release()))
  })

  test('are used by one after the other, and whoever is stopped waits no longer', async () => {
    const { all, hold } = sessions()
    const release = await hold('a')
    const stop = new AbortController()
    const waiting = all.use('a', stop.signal, async () => 'used')
    stop.abort(new Error('Stopped'))
    await expect(waiting).rejects.toThrow('Stopped')
    const order: string[] = []
    const next = all.use('a', NEVER, async () => order.push('next'))
    order.push('released')
    await release()
    await next
    expect(order).toEqual(['released', 'next'])
  })

  test('a connection that cannot be made is tried again by the next', async () => {
    let isThere = false
    const open = async () => {
      if (!isThere) throw new Error('no tea')
      return { isEnded: false, close: async () => undefined }
    }
    const all = new SessionConnections({ open, idleMs: 1_000_000 })
    await expect(all.use('a', NEVER, async () => 'used')).rejects.toThrow('no tea')
    isThere = true
    expect(await all.use('a', NEVER, async () => 'used')).toBe('used')
  })
})
