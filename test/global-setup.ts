import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startQueue } from '@/lib/server/queue'
import { migrate } from '@/scripts/postgres/migrate.mjs'
import { joinTestPostgres, scratchName } from '@/scripts/postgres/test-postgres.mjs'
import { asAdmin, withName } from './database/admin-database'

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * One Postgres for all tests: the one of TEST_DATABASE_URL, else an embedded one. In it a
 * template that is migrated once; each test copies it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, serverUrl, leave } = await joinTestPostgres({ root: ROOT })
  const template = scratchName('template', randomBytes(3).toString('hex'))
  const url = withName(serverUrl, template)
  await migrate({ url: withName(adminUrl, template), serverUrl: url, root: ROOT })
  const queue = await startQueue({ url, begin: async () => undefined, log: console.error })
  await queue.stop()
  project.provide('database', { adminUrl, serverUrl, template })
  return async () => {
    await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await leave()
  }
}
