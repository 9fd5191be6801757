import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { phrase, plain } from '@/lib/messages/phrase'
import { KeyFile } from './key-file'
import { createModels } from './models'

function dataDir(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'countersign-keys-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const OPENAI = { key: 'sk-entered-0123456789', baseUrl: 'https://api.openai.com/v1' }
const LOCAL = { baseUrl: 'http://127.0.0.1:11434/v1' }
const fileIn = (folder: string): string => path.join(folder, 'provider-keys.json')

test('what one process keeps another has at once, and no other account', async () => {
  const folder = dataDir()
  const [one, other] = [new KeyFile(folder), new KeyFile(folder)]
  expect(other.entries()).toEqual({})
  await one.change('openai', OPENAI)
  expect(other.entries()).toEqual({ openai: OPENAI })
  expect(other.secrets()).toEqual([OPENAI.key])
  expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600)
  await other.change('compatible', LOCAL)
  expect(one.entries()).toEqual({ openai: OPENAI, compatible: LOCAL })
  await one.change('openai', null)
  expect(other.entries()).toEqual({ compatible: LOCAL })
  expect(readFileSync(fileIn(folder), 'utf8')).not.toContain(OPENAI.key)
})

test('it is the same object as long as nobody has written', async () => {
  const keys = new KeyFile(dataDir())
  expect(keys.entries()).toBe(keys.entries())
  await keys.change('openai', OPENAI)
  expect(keys.entries()).toBe(keys.entries())
})

test('what a newer program keeps stays', async () => {
  const folder = dataDir()
  writeFileSync(fileIn(folder), JSON.stringify({ mistral: { key: 'k', region: 'eu' } }), { mode: 0o600 })
  const keys = new KeyFile(folder)
  await keys.change('openai', OPENAI)
  expect(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).toEqual({
    mistral: { key: 'k', region: 'eu' },
    openai: OPENAI,
  })
  expect(keys.secrets()).toEqual([OPENAI.key])
})

test.each<[string, (file: string) => void, RegExp]>([
  ['is no JSON', file => writeFileSync(file, '{"openai": {"key": "sk-half'), /it is no JSON/],
  [
    'is of another form',
    file => writeFileSync(file, '{"openai": "sk-text"}'),
    /not as this program writes it/,
  ],
  ['others may read', file => chmodSync(file, 0o644), /chmod 600/],
])('a file that %s is named, and nothing in it is used or overwritten', async (_, breaks, words) => {
  const folder = dataDir()
  const keys = new KeyFile(folder)
  await keys.change('openai', OPENAI)
  breaks(fileIn(folder))
  await nextTurn()
  const text = readFileSync(fileIn(folder), 'utf8')
  expect(keys.entries()).toEqual({})
  const fault = phrase(keys.fault() ?? plain(''))
  expect(fault).toMatch(words)
  expect(fault).toContain(fileIn(folder))
  expect(fault).not.toContain('sk-')
  await expect(keys.change('google', OPENAI)).rejects.toThrow(words)
  expect(readFileSync(fileIn(folder), 'utf8')).toBe(text)
  rmSync(fileIn(folder))
  await nextTurn()
  expect(keys.fault()).toBeNull()
})

test('a key that is entered makes its models ready, and the first of them the default, until it is forgotten', async () => {
  const keys = new KeyFile(dataDir())
  const models = createModels({}, { fetch, now: () => 0, sleep: async () => {}, keys })
  const isReady = () => models.list().find(({ id }) => id === 'openai:gpt-6.1-sol')?.ready
  expect([models.defaultId(), isReady()]).toEqual(['scripted:demo', false])
  await keys.change('openai', OPENAI)
  expect([models.defaultId(), isReady()]).toEqual(['openai:gpt-6.1-sol', true])
  expect(models.defaultId('compatible:small')).toBe('compatible:small')
  expect(models.list('compatible:small')).toContainEqual(
    expect.objectContaining({ id: 'compatible:small', isDefault: true, ready: false }),
  )
  await keys.change('openai', null)
  expect([models.defaultId(), isReady()]).toEqual(['scripted:demo', false])
})

test('the environment has the last word on the default', () => {
  const models = createModels(
    { defaultModel: 'scripted:replay' },
    { fetch, now: () => 0, sleep: async () => {} },
  )
  expect(models.defaultId('scripted:demo')).toBe('scripted:replay')
})
