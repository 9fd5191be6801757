import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startQueue } from '@/lib/queue/queue'
import { migrate } from '@/scripts/migrate.mjs'
import { joinTestPostgres, scratchName } from '@/scripts/test-postgres.mjs'
import { asAdmin, withName } from './admin-database'

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * One Postgres for all tests: the one of TEST_DATABASE_URL, else an embedded one. In it a
 * template that is migrated once; each test copies it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, leave } = await joinTestPostgres({ root: ROOT })
  const template = scratchName('template', randomBytes(3).toString('hex'))
  const url = withName(adminUrl, template)
  await migrate({ url, root: ROOT })
  const queue = await startQueue({ url, begin: null, log: console.error })
  await queue.stop()
  project.provide('database', { adminUrl, template })
  return async () => {
    await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await leave()
  }
}
