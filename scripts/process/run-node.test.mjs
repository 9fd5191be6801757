import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runNode } from './run-node.mjs'

let root

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-run-node-'))
})

afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const write = (name, text) => fs.writeFileSync(path.join(root, name), text)

const runs = program => runNode([path.join(root, program)], { root })

/** A program that forks itself once, writes down who they are, and never ends. */
const ENDLESS = `
  import { fork } from 'node:child_process'
  import fs from 'node:fs'
  const isFirst = process.argv[2] === undefined
  if (isFirst) fork(process.argv[1], ['forked'])
  fs.writeFileSync(isFirst ? 'first.pid' : 'forked.pid', String(process.pid))
  setInterval(() => {}, 1000)`

const RUN = `
  import { runNode } from '${new URL('run-node.mjs', import.meta.url).href}'
  await runNode(['endless.mjs'], { root: process.cwd() })`

const isAlive = pid => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a program gives its exit code, and does not know by what it is told of its parent', async () => {
  write('seven.mjs', "process.exit('COUNTERSIGN_LIFELINE' in process.env ? 1 : 7)")
  expect(await runs('seven.mjs')).toBe(7)
})

test('a program, and what it has forked, ends with a parent that was killed', async () => {
  write('endless.mjs', ENDLESS)
  write('run.mjs', RUN)
  const parent = spawn(process.execPath, ['run.mjs'], { cwd: root, stdio: 'inherit' })
  const pidIn = name => Number(fs.readFileSync(path.join(root, name), 'utf8').trim() || Number.NaN)
  const files = ['first.pid', 'forked.pid']
  await expect.poll(() => files.map(pidIn).every(isAlive), { timeout: 60_000 }).toBe(true)
  const pids = files.map(pidIn)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await expect.poll(() => pids.some(isAlive), { timeout: 60_000 }).toBe(false)
})
