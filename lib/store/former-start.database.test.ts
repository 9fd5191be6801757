import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '@/lib/run/actions/open-session'
import { namedDatabase } from '@/lib/testing/database/database'
import { formerStart } from '@/lib/testing/fixtures/restore'
import { ok } from '@/lib/testing/world/scenario'
import { createWorld } from '@/lib/testing/world/world'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { migrate } from '@/scripts/postgres/migrate.mjs'
import { openConnections } from './connection/database'

/** Everything that a database is made of, in words. */
async function shapeOf(url: string): Promise<unknown[]> {
  const { db, close } = openConnections({ url, connections: 1 })
  try {
    return await db.$queryRaw<unknown[]>`
      SELECT table_name || '.' || column_name AS name, data_type || is_nullable || coalesce(column_default, '') AS text
        FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1, 2`
  } finally {
    await close()
  }
}

test('a database that was made with a former text of the first migration becomes what every other is, and works', async () => {
  const fresh = namedDatabase()
  onTestFinished(fresh.drop)
  await migrate({ url: fresh.adminUrl, root: ROOT })
  const former = await formerStart()
  const said: string[] = []
  await migrate({ url: former.adminUrl, serverUrl: former.url, root: ROOT, say: text => said.push(text) })
  expect(said.filter(text => text.startsWith('warning'))).toEqual([])
  expect(await shapeOf(former.adminUrl)).toEqual(await shapeOf(fresh.adminUrl))
  const world = await createWorld(former)
  const server = await world.startServer()
  ok(await openSession(server.deps, { settings: { title: 'One' } }))
})
