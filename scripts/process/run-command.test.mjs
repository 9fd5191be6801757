import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { npmComplaint } from '../launch/npm.mjs'
import { entryOf, isEntryAlive } from './process-entry.mjs'
import { runCommand } from './run-command.mjs'

let cwd
beforeEach(() => {
  cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-run-'))
})
afterEach(() => fs.rmSync(cwd, { recursive: true, force: true }))

const run = (script, more = {}) => {
  const logFile = path.join(cwd, 'logs', 'run.log')
  return runCommand({ program: process.execPath, args: ['-e', script], cwd, logFile, ...more })
}

test('its output and its exit code come back; a program that is not there is a failure like any other', async () => {
  const result = await run("console.log('said'); console.error('warned'); process.exitCode = 3")
  expect(result).toEqual({ code: 3, output: 'said\nwarned\n' })
  expect(await run('', { program: path.join(cwd, 'nothing') })).toMatchObject({
    code: null,
    output: /ENOENT/,
  })
})

test('an abort waits neither for a program that does not listen, nor for what it started', async () => {
  const calling = new AbortController()
  const file = path.join(cwd, 'child')
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);"
  const script = `${deaf}
    const says = ${JSON.stringify(`${deaf} console.log('deaf')`)}
    const child = require('child_process').spawn(process.execPath, ['-e', says])
    child.stdout.on('data', () => require('fs').writeFileSync(${JSON.stringify(file)}, String(child.pid)))`
  const running = run(script, { signal: calling.signal, graceMs: 50 })
  await expect.poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8')).toBeTruthy()
  const child = entryOf(Number(fs.readFileSync(file, 'utf8')))
  calling.abort(new Error('called off'))
  await expect(running).rejects.toThrow('called off')
  await expect.poll(() => isEntryAlive(child)).toBe(false)
})

test('a program that outlived its launcher is ended first', async () => {
  const alone = path.join(cwd, 'alone')
  const endless = ['-e', 'setInterval(() => {}, 1000)']
  const old = spawn(process.execPath, endless, { detached: true, stdio: 'ignore' })
  const ended = once(old, 'exit')
  fs.writeFileSync(alone, entryOf(old.pid))
  expect(await run('', { alone })).toMatchObject({ code: 0 })
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(fs.existsSync(alone)).toBe(false)
})

test('of all that npm says, what went wrong is kept', () => {
  const said = [
    'npm error code ENOTFOUND\nnpm error errno ENOTFOUND\nnpm error network request to https://x/y failed\n',
    'npm ERR! code ENOSPC\nnpm ERR! syscall write\nnpm ERR! no space left',
    'Segmentation fault\n',
  ]
  expect(said.map(npmComplaint)).toEqual([
    { code: 'ENOTFOUND', text: 'ENOTFOUND: network request to https://x/y failed' },
    { code: 'ENOSPC', text: 'ENOSPC: no space left' },
    { code: undefined, text: 'Segmentation fault' },
  ])
})
