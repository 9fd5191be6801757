import { expect, test } from 'vitest'
import { scenario } from '@/test/world/scenario'
import { openConnections } from '../connection/database'
import { numberSecrets } from './secret'

const secret = (hash: string) => ({ hash, kind: 'pattern' as const, rule: 'Password' })
const secretsTo = (count: number) => Array.from({ length: count }, (_, at) => secret(`h${at + 1}`))

test('only the secrets that are asked for are read, and new ones get the next numbers', async () => {
  const { deps, sessionId } = await scenario()
  await deps.db.$transaction(tx => numberSecrets(tx, sessionId, secretsTo(500)))
  const numbered = await deps.db.$transaction(tx =>
    numberSecrets(tx, sessionId, [secret('h7'), secret('new'), secret('h500'), secret('newer')]),
  )
  expect([...numbered].map(([hash, { n }]) => [hash, n]).sort()).toEqual([
    ['h500', 500],
    ['h7', 7],
    ['new', 501],
    ['newer', 502],
  ])
})

test('who meets only known secrets waits for nobody who has the session', async () => {
  const { deps, sessionId, world } = await scenario()
  await deps.db.$transaction(tx => numberSecrets(tx, sessionId, secretsTo(3)))
  const { db: other, close } = openConnections({ url: world.url, connections: 1 })
  const numbered = await deps.db.$transaction(async tx => {
    await tx.$queryRaw`SELECT 1 FROM "Session" WHERE id = ${sessionId}::uuid FOR UPDATE`
    return other.$transaction(own => numberSecrets(own, sessionId, [secret('h2')]))
  })
  await close()
  expect(numbered.get('h2')).toEqual({ n: 2, isReleased: false })
})

test('two who meet the same new secret at once give it the same number', async () => {
  const { deps, sessionId, world } = await scenario()
  const { db: other, close } = openConnections({ url: world.url, connections: 1 })
  const both = [secret('newer'), secret('new')]
  const [first, second] = await deps.db.$transaction(async tx => {
    const numbered = await numberSecrets(tx, sessionId, [secret('new')])
    const waits = other.$transaction(own => numberSecrets(own, sessionId, both))
    await world.until('the other waits', async () => {
      const held = await world.db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return held.length > 0
    })
    return [numbered, { waits }] as const
  })
  const met = await second.waits
  await close()
  expect([first.get('new')?.n, met.get('new')?.n, met.get('newer')?.n]).toEqual([1, 1, 2])
})
