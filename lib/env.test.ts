import { describe, expect, test } from 'vitest'
import { readEnv, secretSettings } from './env'

const full = {
  DATABASE_URL: 'postgresql://me:p%40ss@127.0.0.1:5432/countersign',
  COUNTERSIGN_DATA_DIR: '/data',
  COUNTERSIGN_WORKSPACE: '/data/workspace',
  COUNTERSIGN_TOKEN: 't'.repeat(32),
  COUNTERSIGN_AUDIT_KEY: 'a1'.repeat(32),
}

test('the defaults are those of the contract', () => {
  expect(readEnv(full)).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    role: 'all',
    allowedHosts: [],
    gallery: false,
    model: undefined,
    providers: { openai: { apiKey: undefined, baseUrl: undefined } },
  })
})

test('an empty variable counts as one that is not set', () => {
  expect(readEnv({ ...full, PORT: '', HOST: ' ', OPENAI_API_KEY: '' })).toEqual(readEnv(full))
})

test('nothing of it can be changed later', () => {
  const read = readEnv(full)
  expect(Object.isFrozen(read) && Object.isFrozen(read.providers.openai)).toBe(true)
  expect(Object.isFrozen(read.allowedHosts)).toBe(true)
})

describe('a wrong variable is named, with what to do', () => {
  test.each([
    ['DATABASE_URL', undefined, 'is not set: start with npm start'],
    ['DATABASE_URL', 'mysql://x', 'is no Postgres address'],
    ['COUNTERSIGN_DATA_DIR', undefined, 'is not set'],
    ['COUNTERSIGN_TOKEN', 'short', 'needs at least 32 characters'],
    ['COUNTERSIGN_AUDIT_KEY', 'g'.repeat(64), 'must be 64 hexadecimal digits'],
    ['COUNTERSIGN_ORIGIN', 'desk.example', 'is no origin: give the address that people use'],
    ['COUNTERSIGN_ORIGIN', 'https://desk.example/x', 'is no origin'],
    ['COUNTERSIGN_ORIGIN', 'https://me@desk.example', 'is no origin'],
    ['COUNTERSIGN_OIDC_ISSUER', 'accounts.example', 'is no issuer: give its https address'],
    ['COUNTERSIGN_OIDC_ISSUER', 'http://accounts.example', 'is no issuer'],
    ['COUNTERSIGN_OIDC_ISSUER', 'http://localhost:1@accounts.example', 'is no issuer'],
    ['COUNTERSIGN_OIDC_ROLES', 'ann@example.com=boss', 'must name people and roles'],
    ['COUNTERSIGN_OIDC_ROLES', 'ann=owner', 'must name people and roles'],
    ['COUNTERSIGN_ROLE', 'boss', 'must be all, web or worker'],
    ['COUNTERSIGN_MODEL', 'gpt', 'names no model: write provider:model'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'is no http address'],
    ['PORT', '3000x', 'must be a whole number from 1 to 65535'],
    ['PORT', '70000', 'must be a whole number from 1 to 65535'],
    ['COUNTERSIGN_LANES', '0', 'must be a whole number from 1 to 10000'],
  ])('%s as %s', (name, value, says) => {
    expect(() => readEnv({ ...full, [name]: value })).toThrow(`${name} ${says}`)
  })
})

test('all that is wrong is said at once, and no value is repeated', () => {
  const read = () => readEnv({ ...full, COUNTERSIGN_TOKEN: 'hunter2', PORT: 'none' })
  expect(read).toThrow(/COUNTERSIGN_TOKEN .*PORT /)
  expect(read).not.toThrow(/hunter2/)
})

test('further hosts may be parted by commas and spaces', () => {
  const { allowedHosts } = readEnv({ ...full, COUNTERSIGN_ALLOWED_HOSTS: 'a.example, b.example c.example' })
  expect(allowedHosts).toEqual(['a.example', 'b.example', 'c.example'])
})

test('every secret is known to the redaction, a password both as written and as meant', () => {
  const OTEL_EXPORTER_OTLP_HEADERS = 'x-team=t-3,authorization=Bearer%20b-4'
  const keys = { OPENAI_API_KEY: 'sk-1', COUNTERSIGN_OIDC_CLIENT_SECRET: 'k-2', OTEL_EXPORTER_OTLP_HEADERS }
  expect(secretSettings(readEnv({ ...full, ...keys }))).toEqual([
    'p%40ss',
    'p@ss',
    full.COUNTERSIGN_TOKEN,
    full.COUNTERSIGN_AUDIT_KEY,
    'sk-1',
    'k-2',
    't-3',
    'b-4',
  ])
  // That of an address by socket, too.
  const databaseUrl = 'postgresql://me:hunter2@/countersign?host=/run/postgresql'
  expect(secretSettings(readEnv({ ...full, DATABASE_URL: databaseUrl }))).toContain('hunter2')
})
