import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLoopback, readSettings } from './settings.mjs'

const root = path.resolve('/project')
const token = 't'.repeat(32)

test('nothing set means loopback, port 3000 and a data directory in the project', () => {
  expect(readSettings({}, root)).toEqual({
    root,
    dataDir: path.join(root, '.countersign'),
    workspace: path.join(root, '.countersign', 'workspace'),
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    origin: undefined,
    token: undefined,
    auditKey: undefined,
    host: '127.0.0.1',
    port: 3000,
    role: 'all',
  })
})

test('an empty variable counts as one that is not set', () => {
  expect(readSettings({ PORT: '', HOST: ' ', COUNTERSIGN_TOKEN: '' }, root)).toEqual(readSettings({}, root))
})

test('relative folders count from the project, and the workspace follows the data directory', () => {
  const { dataDir, workspace } = readSettings({ COUNTERSIGN_DATA_DIR: 'data' }, root)
  expect([dataDir, workspace]).toEqual([path.join(root, 'data'), path.join(root, 'data', 'workspace')])
})

test('an address in brackets is the same address', () => {
  expect(readSettings({ HOST: '[::1]' }, root).host).toBe('::1')
})

describe('what is wrong is named on one line, with what to do', () => {
  test.each([
    ...['desk.example', 'ftp://desk.example', 'https://desk.example/x', 'https://a@b', 'https://'].map(
      origin => [
        { COUNTERSIGN_ORIGIN: origin },
        /^COUNTERSIGN_ORIGIN is ".*": give the address that people use/,
      ],
    ),
    ...['.countersign', '.countersign/postgres', '.countersign/logs/x'].map(folder => [
      { COUNTERSIGN_WORKSPACE: folder },
      /^COUNTERSIGN_WORKSPACE is .*, where Countersign keeps its own files: give a folder of its own/,
    ]),
    [{ PORT: 'abc' }, /^PORT is "abc": give a whole number from 1 to 65535/],
    [{ PORT: '0' }, /^PORT is "0"/],
    [{ PORT: '65536' }, /^PORT/],
    [{ PORT: '-1' }, /^PORT/],
    [{ PORT: '3e3' }, /^PORT/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is no Postgres address/],
    [{ DATABASE_OWNER_URL: 'mysql://x' }, /^DATABASE_OWNER_URL is no Postgres address/],
    [{ DATABASE_OWNER_URL: 'postgres://x' }, /^DATABASE_OWNER_URL is set and DATABASE_URL is not/],
    [{ COUNTERSIGN_TOKEN: 'short' }, /^COUNTERSIGN_TOKEN has 5 characters: give at least 32/],
    [{ COUNTERSIGN_TOKEN: `${token} ${token}` }, /^COUNTERSIGN_TOKEN may hold visible ASCII/],
    [{ COUNTERSIGN_AUDIT_KEY: 'abc' }, /^COUNTERSIGN_AUDIT_KEY must be 64 hexadecimal digits/],
    [{ COUNTERSIGN_AUDIT_KEY: 'g'.repeat(64) }, /^COUNTERSIGN_AUDIT_KEY/],
    [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 can be reached from other machines: set COUNTERSIGN_TOKEN/],
    [{ HOST: 'http://x' }, /^HOST is "http:\/\/x": give a host name/],
    [{ COUNTERSIGN_ROLE: 'boss' }, /^COUNTERSIGN_ROLE is "boss": give all, web or worker/],
    [{ COUNTERSIGN_MODEL: 'gpt' }, /^COUNTERSIGN_MODEL is "gpt": give provider:model/],
    [{ COUNTERSIGN_MODEL: 'llama:big' }, /^COUNTERSIGN_MODEL/],
    [{ COUNTERSIGN_MODEL: 'openai:' }, /^COUNTERSIGN_MODEL/],
  ])('%o', (variables, line) => {
    expect(() => readSettings(variables, root)).toThrow(line)
    expect(() => readSettings(variables, root)).not.toThrow(/\n/)
  })
})

test.each(['openai:gpt-5', 'compatible:org/model:free', 'scripted:demo'])('%s is a model', model => {
  expect(() => readSettings({ COUNTERSIGN_MODEL: model }, root)).not.toThrow()
})

test('a host that others reach is fine with a token of its own', () => {
  expect(readSettings({ HOST: '0.0.0.0', COUNTERSIGN_TOKEN: token }, root)).toMatchObject({
    host: '0.0.0.0',
    token,
  })
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['localhost.example', false],
  ['127.0.0.1.example', false],
])('whether %s is reached from this machine only: %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback)
})
