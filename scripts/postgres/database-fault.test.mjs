import { expect, test } from 'vitest'
import { checkServerVersion, databaseFault } from './database-fault.mjs'

const target = { host: 'db.example', port: 5432, user: 'me', database: 'mine', password: 'hunter2' }

test.each([
  ['ECONNREFUSED', '', /^The database at db\.example:5432 cannot be reached \(ECONNREFUSED\): start it/],
  ['ENOTFOUND', 'getaddrinfo', /cannot be reached \(ENOTFOUND\)/],
  [undefined, 'timeout expired', /cannot be reached \(timeout expired\)/],
  ['28P01', 'password authentication failed', /refused user me .*: correct DATABASE_URL/],
  ['28000', 'no pg_hba.conf entry', /refused user me/],
  ['42501', 'permission denied to create database', /There is no database "mine" .* \(createdb mine\)/],
  ['53300', 'too many clients', /no connection left/],
  ['53100', 'could not extend file', /^The disk of the database at db\.example:5432 is full: free/],
  [
    '57P01',
    'terminating connection due to administrator command',
    /being restarted or stopped \(terminating/,
  ],
  ['57P03', 'the database system is starting up', /^The database at db\.example:5432 is being restarted/],
  ['55P03', 'canceling statement due to lock timeout', /locked for a minute/],
  [undefined, 'The server does not support SSL connections', /cannot be used/],
])('%s %s is said with what to do, and without the password', (code, message, line) => {
  const fault = databaseFault(Object.assign(new Error(message), { code }), target)
  expect(fault.message).toMatch(line)
  expect(fault.message).not.toContain('hunter2')
})

test('a socket is named by its folder', () => {
  const fault = databaseFault({ code: 'ENOENT', message: '' }, { ...target, host: '/run/postgresql' })
  expect(fault.message).toMatch(/^The database in \/run\/postgresql cannot be reached/)
})

test('an error of ours is none of the database', () => {
  expect(databaseFault(new TypeError('x is not a function'), target)).toBeUndefined()
})

test.each([
  [140_012, '14'],
  [90_603, '9.6'],
])('server version %i is too old', (version, text) => {
  expect(() => checkServerVersion(version)).toThrow(
    `The database is Postgres ${text}, and Countersign needs 15`,
  )
})

test.each([150_000, 180_004])('server version %i will do', version => {
  expect(checkServerVersion(version)).toBeUndefined()
})
