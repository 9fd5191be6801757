import path from 'node:path'
import { expect, test } from 'vitest'
import { isLoopback, readSettings } from './settings.mjs'

const root = path.resolve('/project')
const token = 't'.repeat(32)

test('nothing set means loopback, port 3000 and a data directory in the project; so does what is empty', () => {
  const settings = readSettings({}, root)
  expect(settings).toMatchObject({
    dataDir: path.join(root, '.countersign'),
    workspace: path.join(root, '.countersign', 'workspace'),
    databaseUrl: undefined,
    origin: undefined,
    token: undefined,
    host: '127.0.0.1',
    port: 3000,
    role: 'all',
  })
  expect(readSettings({ PORT: '', HOST: ' ', COUNTERSIGN_TOKEN: '' }, root)).toEqual(settings)
})

test('relative folders count from the project, and the workspace follows the data directory', () => {
  const { dataDir, workspace } = readSettings({ COUNTERSIGN_DATA_DIR: 'data' }, root)
  expect([dataDir, workspace]).toEqual([path.join(root, 'data'), path.join(root, 'data', 'workspace')])
})

test('what is wrong is named on one line', () => {
  const wrong = {
    COUNTERSIGN_ORIGIN: ['desk.example', 'ftp://a', 'https://a/x', 'https://a@b', 'https://'],
    COUNTERSIGN_WORKSPACE: ['.countersign', '.countersign/postgres', '.countersign/logs/x'],
    PORT: ['abc', '0', '65536', '-1', '3e3'],
    DATABASE_URL: ['mysql://x'],
    DATABASE_OWNER_URL: ['mysql://x', 'postgres://x'],
    COUNTERSIGN_TOKEN: ['short', `${token} ${token}`],
    COUNTERSIGN_AUDIT_KEY: ['abc', 'g'.repeat(64)],
    HOST: ['0.0.0.0', 'http://x'],
    COUNTERSIGN_ROLE: ['boss'],
    COUNTERSIGN_MODEL: ['gpt', 'llama:big', 'openai:'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'http://'],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      expect(() => readSettings({ [name]: value }, root)).toThrow(new RegExp(`^${name} .*[^\\n]$`))
})

test('what is right is taken', () => {
  for (const model of ['openai:gpt-5', 'compatible:org/model:free', 'scripted:demo'])
    readSettings({ COUNTERSIGN_MODEL: model }, root)
  expect(readSettings({ HOST: '[::1]' }, root).host).toBe('::1')
  expect(readSettings({ HOST: '0.0.0.0', COUNTERSIGN_TOKEN: token }, root)).toMatchObject({ token })
})

test('only this machine reaches a loopback address', () => {
  const [own, others] = [
    ['localhost', '127.0.0.1', '127.1.2.3', '::1'],
    ['0.0.0.0', '::', '192.168.1.2', 'localhost.example', '127.0.0.1.example'],
  ]
  expect([...own, ...others].filter(isLoopback)).toEqual(own)
})
