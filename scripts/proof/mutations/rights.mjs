/** What the server's own database role may do to the record: I18. */

import { scenario, store } from './guards.mjs'

const role = test => ({ file: 'scripts/postgres/server-role.test.mjs', test })
/** The last that says what deletion does. */
const MIGRATION = 'prisma/migrations/20261125000000_commits/migration.sql'

/** @type {import('./mutations.mjs').Mutation[]} */
export const RIGHTS = [
  {
    invariant: 'I18 the server’s role',
    name: 'it may change events',
    file: 'scripts/postgres/rights.mjs',
    from: '  Event: ADD,\n',
    to: '  Event: ALL,\n',
    guard: store('least-power', 'to what is append-only a server may add, and no more'),
  },
  {
    invariant: 'I18 the server’s role',
    name: 'what it was once let do it may do for ever',
    file: 'scripts/postgres/rights.mjs',
    from: '  return [`REVOKE ALL ON ',
    to: '  return grant ?? [`REVOKE ALL ON ',
    guard: role('where it was cut off it goes on'),
  },
  {
    invariant: 'I18 the server’s role',
    name: 'the jobs of an older version stay the owner’s',
    file: 'scripts/postgres/rights.mjs',
    from: 'found.foreign ? [`DROP SCHEMA',
    to: 'false ? [`DROP SCHEMA',
    guard: role('an older data directory is moved over'),
  },
  {
    invariant: 'I18 the server’s role',
    name: 'the server is told the owner’s address',
    file: 'scripts/launch/server-environment.mjs',
    from: '/^(DATABASE_OWNER_URL|PG[A-Z]+)$/',
    to: '/^PG[A-Z]+$/',
    guard: { file: 'scripts/launch/server-environment.test.mjs', test: 'is never told the owner’s address' },
  },
  {
    invariant: 'I18 the server’s role',
    name: 'a session is deleted with whatever link it is told',
    file: MIGRATION,
    from: 'IF link_hash IS DISTINCT FROM hash_now THEN',
    to: 'IF false THEN',
    guard: scenario('deletion-recorded', 'a link that tells something else'),
  },
  {
    invariant: 'I18 the server’s role',
    name: 'Health does not say that the record is not protected from it',
    file: 'lib/server/health/health.ts',
    from: 'health.protected ? [] : [UNPROTECTED]',
    to: 'health.protected ? [UNPROTECTED] : []',
    guard: {
      file: 'app/api/record-protection.database.test.ts',
      test: 'with one role that owns the tables too Health says that the record is not protected from it',
    },
  },
  {
    invariant: 'I18 the server’s role',
    name: 'a role that may change one column counts as one that may not',
    file: 'lib/store/record/record.ts',
    from: "has_any_column_privilege(oid, 'UPDATE')",
    to: "has_table_privilege(oid, 'UPDATE')",
    guard: store('least-power', 'that may change one column'),
  },
]
