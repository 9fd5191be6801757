import path from 'node:path'
import { migrate } from '@/scripts/postgres/migrate.mjs'
import { joinTestPostgres, scratchName } from '@/scripts/postgres/test-postgres.mjs'
import { asAdmin, withName } from '@/test/database/admin-database'

const ROOT = path.resolve(import.meta.dirname, '..')

/** One Postgres for all journeys, and in it a migrated template that each of them copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const { adminUrl, serverUrl, leave } = await joinTestPostgres({ root: ROOT })
  const template = scratchName('template', 'e2e')
  await migrate({ url: withName(adminUrl, template), serverUrl: withName(serverUrl, template), root: ROOT })
  process.env.E2E_ADMIN_URL = adminUrl
  process.env.E2E_SERVER_URL = serverUrl
  process.env.E2E_TEMPLATE = template
  return async () => {
    await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await leave()
  }
}
