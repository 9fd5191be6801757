import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditKey, keptSecret, openDataDir, ownersToken } from './data-dir.mjs'

let dataDir
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-data-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const modeOf = file => (fs.statSync(file).mode & 0o777).toString(8)

test('the token is made once, is long, and only its owner can read it', () => {
  const token = ownersToken({ dataDir })
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(ownersToken({ dataDir })).toBe(token)
  expect(modeOf(path.join(dataDir, 'token'))).toBe('600')
  expect(fs.readdirSync(dataDir)).toEqual(['token'])
})

test('a token that was given is used and not kept', () => {
  expect(ownersToken({ dataDir, token: 'given' })).toBe('given')
  expect(fs.readdirSync(dataDir)).toEqual([])
})

test('a kept token that is too short is refused, not replaced', () => {
  fs.writeFileSync(path.join(dataDir, 'token'), 'short\n')
  expect(() => ownersToken({ dataDir })).toThrow(/delete it to get a new one/)
})

test('a file that others could read is closed to them', () => {
  const file = path.join(dataDir, 'secret')
  fs.writeFileSync(file, 'kept\n', { mode: 0o644 })
  expect([keptSecret(file, () => 'new'), modeOf(file)]).toEqual(['kept', '600'])
})

test('a process that makes it at the same time gets what the first one made', () => {
  const file = path.join(dataDir, 'secret')
  const slow = keptSecret(file, () => {
    keptSecret(file, () => 'first')
    return 'second'
  })
  expect([slow, fs.readFileSync(file, 'utf8')]).toEqual(['first', 'first\n'])
})

test('the audit key is 64 hexadecimal digits, and a damaged one is never replaced', () => {
  const key = auditKey({ dataDir })
  expect([/^[0-9a-f]{64}$/.test(key), auditKey({ dataDir })]).toEqual([true, key])
  fs.writeFileSync(path.join(dataDir, 'audit-key'), 'torn')
  expect(() => auditKey({ dataDir })).toThrow(/put the key back from a copy/)
})

test('folders are made where they are missing', () => {
  const folders = { dataDir: path.join(dataDir, 'a/b'), workspace: path.join(dataDir, 'c/d') }
  openDataDir(folders)
  expect([fs.readdirSync(folders.dataDir), fs.readdirSync(folders.workspace)]).toEqual([[], []])
})

test('the data directory is its owner’s alone, also one that let others in, and the workspace follows the umask', () => {
  const folders = { dataDir: path.join(dataDir, 'own'), workspace: path.join(dataDir, 'own/workspace') }
  const before = process.umask(0o027)
  openDataDir(folders)
  process.umask(before)
  expect([modeOf(folders.dataDir), modeOf(folders.workspace)]).toEqual(['700', '750'])
  fs.chmodSync(folders.dataDir, 0o711)
  openDataDir(folders)
  expect([modeOf(folders.dataDir), modeOf(folders.workspace)]).toEqual(['700', '750'])
})

test('a folder that cannot be is said on one line, with the variable to set', () => {
  const file = path.join(dataDir, 'file')
  fs.writeFileSync(file, '')
  const open = () => openDataDir({ dataDir: path.join(file, 'x'), workspace: dataDir })
  expect(open).toThrow(/^The data directory .* cannot be written \(ENOTDIR\): .* COUNTERSIGN_DATA_DIR .*$/)
})
