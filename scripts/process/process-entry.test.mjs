import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addToList, entryOf, isEntryAlive, livingOn, newEntry, pidOf, takeOffList } from './process-entry.mjs'

test('an entry of ours is alive, names us, and no two are alike', () => {
  const [one, other] = [newEntry(), newEntry()]
  expect([isEntryAlive(one), pidOf(one), one === other]).toEqual([true, process.pid, false])
})

test('an entry dies with its process', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  const entry = entryOf(child.pid)
  expect(isEntryAlive(entry)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isEntryAlive(entry)).toBe(false)
})

test('a later process with the same number is another one', () => {
  const [pid, , n] = newEntry().split('-')
  expect(isEntryAlive(`${pid}-00000000.1-${n}`)).toBe(false)
})

test('there is no entry of a process that has ended', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  expect(entryOf(pid)).toBeNull()
})

test.each(['', 'x', '0-a-1', '-1-a-1', '999999999-a-1'])('what is no entry is not alive: %j', text => {
  expect(isEntryAlive(text)).toBe(false)
})

let folder
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-clients-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('who joins is listed until he leaves, twice where he joined twice', () => {
  const [one, other] = [addToList(folder), addToList(folder)]
  expect(livingOn(folder).sort()).toEqual([one, other].sort())
  takeOffList(folder, one)
  expect(livingOn(folder)).toEqual([other])
})

test('a process that died, or whose number another process has now, is taken off', () => {
  const mine = addToList(folder)
  for (const dead of ['999999999-11111111.5-1', `${process.pid}-11111111.5-1`]) {
    fs.writeFileSync(path.join(folder, dead), '')
  }
  expect(livingOn(folder)).toEqual([mine])
  expect(fs.readdirSync(folder)).toEqual([mine])
})
