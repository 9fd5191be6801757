import { randomUUID } from 'node:crypto'
import { auditKey, ownersToken } from './data-dir.mjs'

/**
 * The environment of a process of this installation: what lib/env.ts reads, with nothing left to be guessed.
 *
 * @param {{ settings: ReturnType<import('./settings.mjs').readSettings>, databaseUrl: string }} options
 */
export function serverEnvironment({ settings, databaseUrl }) {
  // What the pg driver would take from variables of its own is about another database than the embedded one. The
  // owner's address is the launcher's alone.
  const foreign = settings.databaseUrl ? /^DATABASE_OWNER_URL$/ : /^(DATABASE_OWNER_URL|PG[A-Z]+)$/
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  return {
    ...Object.fromEntries(inherited),
    DATABASE_URL: databaseUrl,
    COUNTERSIGN_DATA_DIR: settings.dataDir,
    COUNTERSIGN_TOKEN: ownersToken(settings),
    COUNTERSIGN_AUDIT_KEY: auditKey(settings),
    COUNTERSIGN_WORKSPACE: settings.workspace,
    COUNTERSIGN_ROLE: settings.role,
    COUNTERSIGN_INSTANCE: randomUUID(),
    HOST: settings.host,
    PORT: String(settings.port),
  }
}
