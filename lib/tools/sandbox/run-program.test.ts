import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isRunning } from '../testing/is-running'
import { runProgram } from './run-program'

/** A process that runs a command under a lease of two seconds, which it renews for as long as it is awake. */
function holder(word: string) {
  const name = `watched-${process.pid}-${word}`
  const program = `
    const { runProgram } = await import('@/lib/tools/sandbox/run-program')
    await runProgram({
      argv: ['bash', '-c', 'exec -a ${name} sleep 3001'],
      permit: () => 2_000,
      signal: new AbortController().signal,
      onOutput: () => undefined,
    })`
  const args = ['--import', './scripts/typescript-hooks.mjs', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, name }
}

const until = (name: string, isThere: boolean) =>
  vi.waitFor(() => expect(isRunning(name)).toBe(isThere), { timeout: 60_000, interval: 50 })

test('a program ends by itself where the server is killed', { timeout: 120_000 }, async () => {
  const { child, name } = holder('killed')
  await until(name, true)
  child.kill('SIGKILL')
  await until(name, false)
})

test('a program ends by itself where the server is asleep for longer than its lease', {
  timeout: 120_000,
}, async () => {
  const { child, name } = holder('asleep')
  await until(name, true)
  child.kill('SIGSTOP')
  await until(name, false)
})

test('a program that its watchdog ended says so, and nothing of that is in its report', async () => {
  const argv = ['bash', '-c', 'echo began >&4; sleep 3002']
  const { signal } = new AbortController()
  const end = await runProgram({ argv, permit: () => 400, signal, onOutput: () => undefined })
  expect(end).toMatchObject({ signal: 'SIGKILL', ended: true, byWatchdog: true })
  expect(end.report.trim()).toBe('began')
})

test('a program reads its input, and nothing that a remote shell would read first', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'countersign-home-'))
  onTestFinished(() => rm(home, { recursive: true }))
  await writeFile(path.join(home, '.bashrc'), 'echo read')
  const chunks: Buffer[] = []
  const end = await runProgram({
    argv: ['/bin/sh', '-c', 'cat'],
    env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: home },
    input: 'given',
    permit: () => 2_000,
    signal: new AbortController().signal,
    onOutput: bytes => chunks.push(bytes),
  })
  expect([end.code, Buffer.concat(chunks).toString()]).toEqual([0, 'given'])
})
