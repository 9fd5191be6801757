import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { scratchName } from '@/scripts/test-postgres.mjs'
import { asAdmin, withName } from './admin-database'

/** A fresh database of its own for a test, copied from the migrated template in a moment. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { adminUrl, template } = inject('database')
  const name = scratchName('test', randomBytes(6).toString('hex'))
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    url: withName(adminUrl, name),
    drop: () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    database: { adminUrl: string; template: string }
  }
}
