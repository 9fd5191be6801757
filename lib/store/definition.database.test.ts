import { expect, test } from 'vitest'
import { openDatabase } from '@/lib/store/database'
import { createWorld } from '@/lib/testing/world'
import { insertDefinitions } from './definition'

const definition = (hash: string) => ({ hash, text: '{"schema":{}}' })

test('processes that store the same definitions in different orders do not wait in a circle', async () => {
  const { db, url, until } = await createWorld()
  const other = openDatabase({ url, connections: 1 })
  const second = Promise.withResolvers<void>()
  await db.$transaction(async tx => {
    await insertDefinitions(tx, [definition('a')])
    insertDefinitions(other, [definition('b'), definition('a')]).then(second.resolve, second.reject)
    await until('the other one waiting', async () => {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0`
      return waiting.length > 0
    })
    await insertDefinitions(tx, [definition('b')])
  })
  await second.promise
  await other.$disconnect()
  expect(await db.definition.count({ where: { hash: { in: ['a', 'b'] } } })).toBe(2)
})
