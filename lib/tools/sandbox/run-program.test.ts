import { execFileSync, spawn } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'

/** A process that runs a command under a lease of half a second, which it renews for as long as it is awake. */
function holder(seconds: number) {
  const program = `
    const { runProgram } = await import('@/lib/tools/sandbox/run-program')
    await runProgram({
      argv: ['bash', '-c', 'echo begun; exec -a watched-${seconds} sleep ${seconds}'],
      permit: () => 500,
      signal: new AbortController().signal,
      onOutput: bytes => process.stdout.write(bytes),
    })`
  const args = ['--import', './scripts/typescript-hooks.mjs', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const begun = new Promise<void>(resolve => child.stdout.once('data', () => resolve()))
  return { child, begun, name: `watched-${seconds}` }
}

const isGone = (name: string) =>
  vi.waitFor(() => expect(runs(name)).toBe(false), { timeout: 60_000, interval: 50 })

function runs(name: string): boolean {
  try {
    execFileSync('pgrep', ['-f', `^${name} `])
    return true
  } catch {
    return false
  }
}

test('a program ends by itself where the server is killed', { timeout: 120_000 }, async () => {
  const { child, begun, name } = holder(3001)
  await begun
  expect(runs(name)).toBe(true)
  child.kill('SIGKILL')
  await isGone(name)
})

test('a program ends by itself where the server is asleep for longer than its lease', {
  timeout: 120_000,
}, async () => {
  const { child, begun, name } = holder(3002)
  await begun
  expect(runs(name)).toBe(true)
  child.kill('SIGSTOP')
  await isGone(name)
})
