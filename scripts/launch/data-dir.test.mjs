import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditKey, keptSecret, noteDataDir, openDataDir, ownersToken } from './data-dir.mjs'

let dataDir
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-data-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const modeOf = file => (fs.statSync(file).mode & 0o777).toString(8)

test('the token is made once and long, unless it is given; a kept one that is too short is refused', () => {
  expect(ownersToken({ dataDir, token: 'given' })).toBe('given')
  expect(fs.readdirSync(dataDir)).toEqual([])
  const token = ownersToken({ dataDir })
  expect([/^[A-Za-z0-9_-]{43}$/.test(token), ownersToken({ dataDir })]).toEqual([true, token])
  fs.writeFileSync(path.join(dataDir, 'token'), 'short\n')
  expect(() => ownersToken({ dataDir })).toThrow('delete it')
})

test('a secret is its owner’s alone, and whoever makes it at the same time gets what the first one made', () => {
  const file = path.join(dataDir, 'secret')
  const slow = keptSecret(file, () => {
    keptSecret(file, () => 'first')
    return 'second'
  })
  expect([slow, fs.readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['first', 'first\n', '600'])
  fs.chmodSync(file, 0o644)
  expect([keptSecret(file, () => 'new'), modeOf(file)]).toEqual(['first', '600'])
})

test('the audit key is made once, and a damaged one is never replaced', () => {
  const key = auditKey({ dataDir })
  expect([/^[0-9a-f]{64}$/.test(key), auditKey({ dataDir })]).toEqual([true, key])
  fs.writeFileSync(path.join(dataDir, 'audit-key'), 'torn')
  expect(() => auditKey({ dataDir })).toThrow('put the key back')
})

test('the data directory is its owner’s alone, also one that let others in, and the workspace follows the umask', () => {
  const folders = { dataDir: path.join(dataDir, 'a/own'), workspace: path.join(dataDir, 'a/own/workspace') }
  const before = process.umask(0o027)
  openDataDir(folders)
  process.umask(before)
  const modes = () => [modeOf(folders.dataDir), modeOf(folders.workspace)]
  expect(modes()).toEqual(['700', '750'])
  fs.chmodSync(folders.dataDir, 0o711)
  openDataDir(folders)
  expect(modes()).toEqual(['700', '750'])
})

test('one in the workspace that was in use and is gone or empty is not begun anew, until its note is removed', () => {
  const own = path.join(dataDir, 'workspace/inner/data')
  const settings = { dataDir: own, workspace: path.join(dataDir, 'workspace'), root: dataDir }
  openDataDir(settings)
  noteDataDir(settings)
  openDataDir(settings)
  fs.writeFileSync(path.join(own, 'workspace-id'), 'x')
  noteDataDir(settings)
  openDataDir(settings)
  fs.renameSync(path.dirname(own), path.join(dataDir, 'workspace/moved'))
  expect(() => openDataDir(settings)).toThrow(/^The data directory .*inner.data .*data-dirs.*$/)
  expect(fs.existsSync(own)).toBe(false)
  fs.rmSync(path.join(dataDir, '.countersign/checkout/data-dirs'))
  openDataDir(settings)
})

test('a folder that cannot be is said on one line, with the variable to set', () => {
  const file = path.join(dataDir, 'file')
  fs.writeFileSync(file, '')
  const open = () => openDataDir({ dataDir: path.join(file, 'x'), workspace: dataDir, root: dataDir })
  expect(open).toThrow(/^The data directory .*ENOTDIR.* COUNTERSIGN_DATA_DIR .*$/)
})
