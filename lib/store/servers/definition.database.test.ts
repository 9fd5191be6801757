import { expect, test } from 'vitest'
import { isSomebodyWaiting } from '@/test/database/is-somebody-waiting'
import { createWorld } from '@/test/world/world'
import { openConnections } from '../connection/database'
import { insertDefinitions } from './definition'

const definition = (hash: string) => ({ hash, text: '{"schema":{}}' })

test('processes that store the same definitions in different orders do not wait in a circle', async () => {
  const { db, url, until } = await createWorld()
  const { db: other, close } = openConnections({ url, connections: 1 })
  const second = Promise.withResolvers<void>()
  await db.$transaction(async tx => {
    await insertDefinitions(tx, [definition('a')])
    insertDefinitions(other, [definition('b'), definition('a')]).then(second.resolve, second.reject)
    await until('the other one waiting', () => isSomebodyWaiting(db))
    await insertDefinitions(tx, [definition('b')])
  })
  await second.promise
  await close()
  expect(await db.definition.count({ where: { hash: { in: ['a', 'b'] } } })).toBe(2)
})
