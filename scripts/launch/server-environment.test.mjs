import { expect, onTestFinished, test, vi } from 'vitest'
import { serverEnvironment } from './server-environment.mjs'
import { readSettings } from './settings.mjs'

const OWN = 'postgresql://server@127.0.0.1/one'
const SECRETS = { COUNTERSIGN_TOKEN: 't'.repeat(32), COUNTERSIGN_AUDIT_KEY: 'a'.repeat(64) }

test.each([
  ['embedded', {}],
  ['given', { DATABASE_URL: OWN, DATABASE_OWNER_URL: 'postgresql://owner:secret@127.0.0.1/one' }],
])('a server with an %s database is never told the owner’s address', (_, database) => {
  onTestFinished(() => vi.unstubAllEnvs())
  vi.stubEnv('DATABASE_OWNER_URL', 'postgresql://owner:secret@127.0.0.1/one')
  const settings = readSettings({ ...SECRETS, ...database })
  const env = serverEnvironment({ settings, databaseUrl: OWN })
  expect(env.DATABASE_URL).toBe(OWN)
  expect(JSON.stringify(env)).not.toContain('owner:secret')
})
