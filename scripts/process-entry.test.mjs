import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { entryOf, isEntryAlive, newEntry, pidOf } from './process-entry.mjs'

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
