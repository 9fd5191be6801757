import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'

let root

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-test-postgres-'))
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
})

afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const JOIN = `
  import { joinTestPostgres } from '${new URL('test-postgres.mjs', import.meta.url).href}'
  const { pid, folder } = await joinTestPostgres({ root: process.argv[1], url: '' })
  console.log(JSON.stringify({ pid, folder }))
  setInterval(() => {}, 1000)`

async function joined() {
  const args = ['--input-type=module', '-e', JOIN, root]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, ...JSON.parse(String(line)) }
}

const isAlive = pid => fs.existsSync(`/proc/${pid}`)

test.runIf(process.platform === 'linux')(
  'a Postgres of tests whose users were killed ends, and leaves no data',
  async () => {
    const [one, other] = [await joined(), await joined()]
    expect(other.pid).toBe(one.pid)
    one.child.kill('SIGKILL')
    await once(one.child, 'exit')
    expect(isAlive(one.pid)).toBe(true)
    other.child.kill('SIGKILL')
    await expect.poll(() => isAlive(one.pid), { timeout: 60_000 }).toBe(false)
    await expect.poll(() => fs.existsSync(one.folder), { timeout: 60_000 }).toBe(false)
  },
)
