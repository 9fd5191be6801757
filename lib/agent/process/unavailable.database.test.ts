import { expect, onTestFinished, test } from 'vitest'
import { inSnapshot, openConnections } from '@/lib/store/connection/database'
import { createTestDatabase } from '@/test/database/database'
import { refused } from '@/test/world/scenario'
import { DiskFull, orUnavailable } from './unavailable'

async function reader() {
  const { adminUrl: url } = await createTestDatabase()
  const { db, close } = openConnections({ url, connections: 1 })
  onTestFinished(close)
  const lines: string[] = []
  const deps = {
    log: (_: string, message: string) => void lines.push(message),
    diskFull: new DiskFull(() => 0),
  }
  const read = (statement: string) =>
    orUnavailable(deps, () => inSnapshot(db, tx => tx.$queryRawUnsafe(statement)))
  return { read, lines, ...deps }
}

test('what is read while an administrator ends its connection is refused in one line, and read the next time', async () => {
  const { read, lines } = await reader()
  const { detail } = refused(await read('SELECT pg_terminate_backend(pg_backend_pid())'), 'unavailable')
  expect(detail).toMatch(/^The database cannot be reached\./)
  expect(lines).toEqual([detail])
  expect(await read('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a mistake of ours is thrown on, and is no lack of a database', async () => {
  const { read, lines, diskFull } = await reader()
  await expect(read('SELECT nothing')).rejects.toThrow()
  expect([lines, diskFull.isRecent()]).toEqual([[], false])
})
