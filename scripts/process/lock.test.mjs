import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock.mjs'
import { newEntry } from './process-entry.mjs'

let folder
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-lock-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const lockModule = new URL('lock.mjs', import.meta.url).href

/** Reads a number, lets the others have their chance, and writes it back plus one: only a lock keeps the count. */
const COUNT = `
  import fs from 'node:fs'
  import { setImmediate as others } from 'node:timers/promises'
  import { withLock } from '${lockModule}'
  const [folder, file] = process.argv.slice(1)
  for (let round = 0; round < 5; round++) {
    await withLock(folder, async () => {
      const seen = Number(fs.readFileSync(file, 'utf8'))
      for (let i = 0; i < 20; i++) await others()
      fs.writeFileSync(file, String(seen + 1))
    })
  }`

test('of processes that all want it, one at a time has it', async () => {
  const file = path.join(folder, 'count')
  fs.writeFileSync(file, '0')
  const lock = path.join(folder, 'lock')
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', COUNT, lock, file], { stdio: 'inherit' }),
  )
  await Promise.all(children.map(child => once(child, 'exit')))
  expect(fs.readFileSync(file, 'utf8')).toBe('20')
  expect(fs.readdirSync(lock)).toEqual([])
})

test('a holder that was killed holds nothing, nor does one that failed', async () => {
  const killed = `
    import { withLock } from '${lockModule}'
    await withLock(process.argv[1], async () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['--input-type=module', '-e', killed, folder])
  expect(fs.readdirSync(folder)).toHaveLength(1)
  await expect(withLock(folder, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(folder, async () => fs.readdirSync(folder).length)).toBe(1)
})

test('while somebody is choosing a number, nobody goes in', async () => {
  const choosing = path.join(folder, `choosing_${newEntry()}`)
  fs.writeFileSync(choosing, '')
  const waits = []
  const onWait = () => {
    waits.push('waits')
    fs.rmSync(choosing)
  }
  await withLock(folder, async () => waits.push('goes in'), { onWait })
  expect(waits).toEqual(['waits', 'goes in'])
})

test('waiting ends when it is called off, and leaves no number behind', async () => {
  const calling = new AbortController()
  await withLock(folder, async () => {
    const onWait = () => calling.abort()
    const waiting = withLock(folder, async () => 'never', { signal: calling.signal, onWait })
    await expect(waiting).rejects.toThrow(/abort/i)
    expect(fs.readdirSync(folder)).toHaveLength(1)
  })
})
