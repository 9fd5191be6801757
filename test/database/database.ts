import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { scratchName } from '@/scripts/postgres/test-postgres.mjs'
import { asAdmin, copyTemplate, withName } from './admin-database'

/** `url` is the servers'; that of the administrator, who owns all of it, may do whatever a test wants to have done. */
export type TestDatabase = { url: string; adminUrl: string; drop: () => Promise<void> }

/** A fresh database of its own for a test, copied from the migrated template in a moment. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, serverUrl, template } = inject('database')
  const name = scratchName('test', randomBytes(6).toString('hex'))
  await copyTemplate(adminUrl, { template, name })
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
