import { expect, test } from 'vitest'
import { Observers } from './observers'

test('a slow one holds up its own session only, and what waits at the end is not told', async () => {
  const warnings: unknown[] = []
  const observers = new Observers((_, __, fields) => warnings.push(fields?.sessionId))
  const gate = Promise.withResolvers<void>()
  const told: string[] = []
  observers.tell('slow', () => gate.promise)
  for (let n = 0; n < 200; n += 1) observers.tell('slow', async () => told.push('slow'))
  const other = Promise.withResolvers<void>()
  observers.tell('other', async () => other.resolve())
  await other.promise
  observers.tell('', async () => told.push('stop'))
  const end = observers.end()
  gate.resolve()
  await end
  expect([told, warnings]).toEqual([['stop'], ['slow']])
})
