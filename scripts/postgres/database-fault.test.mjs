import { expect, test } from 'vitest'
import { checkServerVersion, databaseFault } from './database-fault.mjs'
import { refusePooler } from './pooler.mjs'

const target = { host: 'db.example', port: 5432, user: 'me', database: 'mine', password: 'hunter2' }

test('what a database refuses is said with what to do, and without the password', () => {
  const cases = [
    ['ECONNREFUSED', '', /db\.example:5432 cannot be reached/],
    [undefined, 'timeout expired', /cannot be reached/],
    ['28P01', 'password authentication failed', /refused user me .* DATABASE_URL/],
    ['42501', 'permission denied to create database', /no database "mine" .*createdb mine/],
    ['53300', 'too many clients', /no connection left/],
    ['53100', 'could not extend file', /is full/],
    ['57P03', 'the database system is starting up', /being restarted/],
    ['55P03', 'canceling statement due to lock timeout', /locked/],
    [undefined, 'The server does not support SSL connections', /cannot be used/],
    ['08P01', 'unsupported startup parameter', /cannot be used/],
  ]
  for (const [code, message, line] of cases) {
    const fault = databaseFault(Object.assign(new Error(message), { code, severity: 'FATAL' }), target)
    expect(fault?.message).toMatch(line)
    expect(fault?.message).not.toContain('hunter2')
  }
  expect(databaseFault(new TypeError('x is not a function'), target)).toBeUndefined()
})

test('a server older than Postgres 15 is too old', () => {
  for (const version of [140_012, 90_603]) expect(() => checkServerVersion(version)).toThrow('needs 15')
  for (const version of [150_000, 180_004]) expect(checkServerVersion(version)).toBeUndefined()
})

test('a pooler that shares connections is refused with the address that leads past it', async () => {
  const client = { query: async () => ({ rows: [{ pid: 1 }] }), connect: async () => {}, end: async () => {} }
  const cases = [
    ['ep-a-pooler.eu.aws.neon.tech', 5432, /OWNER_URL to ep-a\.eu\.aws\.neon\.tech/],
    ['aws-0-eu.pooler.supabase.com', 6543, /port 5432 of aws-0-eu\.pooler\.supabase\.com/],
    ['db.internal', 6432, /session/],
  ]
  for (const [host, port, line] of cases)
    await expect(refusePooler({ ...client, host, port }, client, 'DATABASE_OWNER_URL')).rejects.toThrow(line)
})
