import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { scratchName } from '@/scripts/postgres/test-postgres.mjs'
import { asAdmin, copyTemplate, withName } from './admin-database'

/** `url` is the servers'; that of the administrator, who owns all of it, may do whatever a test wants to have done. */
export type TestDatabase = { url: string; adminUrl: string; drop: () => Promise<void> }

/** A fresh database of its own for a test, copied from the migrated template in a moment. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = namedDatabase()
  const { adminUrl, template } = inject('database')
  await copyTemplate(adminUrl, { template, name: new URL(database.url).pathname.slice(1) })
  return database
}

/** One that is made by whoever migrates it first. */
export function namedDatabase(): TestDatabase {
  const { adminUrl, serverUrl } = inject('database')
  const name = scratchName('test', randomBytes(6).toString('hex'))
  return {
    url: withName(serverUrl, name),
    adminUrl: withName(adminUrl, name),
    drop: () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    database: { adminUrl: string; serverUrl: string; template: string }
  }
}
