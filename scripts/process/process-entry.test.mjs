import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addToList, entryOf, isEntryAlive, livingOn, newEntry, pidOf, takeOffList } from './process-entry.mjs'

test('an entry names its process and dies with it; a later one of the same number is another', async () => {
  const [one, other] = [newEntry(), newEntry()]
  expect([isEntryAlive(one), pidOf(one), one === other]).toEqual([true, process.pid, false])
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  const entry = entryOf(child.pid)
  expect(isEntryAlive(entry)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect([isEntryAlive(entry), entryOf(child.pid)]).toEqual([false, null])
  for (const none of [`${process.pid}-00000000.1-1`, '', 'x', '0-a-1', '-1-a-1', '999999999-a-1'])
    expect(isEntryAlive(none)).toBe(false)
})

test('a list holds who joined, until he leaves or has died', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-clients-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const [one, other] = [addToList(folder), addToList(folder)]
  expect(livingOn(folder).sort()).toEqual([one, other].sort())
  takeOffList(folder, one)
  for (const dead of ['999999999-11111111.5-1', `${process.pid}-11111111.5-1`])
    fs.writeFileSync(path.join(folder, dead), '')
  expect(livingOn(folder)).toEqual([other])
  expect(fs.readdirSync(folder)).toEqual([other])
})
