import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyTree } from '@/lib/tools/command/tree-copy'
import { commandProgram } from '@/lib/tools/sandbox/command-program'
import { runProgram } from '@/lib/tools/sandbox/run-program'
import { openSandbox, type Sandbox } from '@/lib/tools/sandbox/sandbox'
import { main } from '@/scripts/process/main.mjs'
import { printTable } from '../loop/table'

/**
 * What a command costs that does nothing: in the sandbox, as `run_command` starts it, beside a process that is merely
 * started; and the copy of its folder before. By turns in one run:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/commands/measure.ts [--rounds 60]
 *
 * It fails if the sandbox takes more than three times what a process takes, and 15 ms.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } })

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
const copies = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
const signal = new AbortController().signal

async function plain(): Promise<void> {
  const child = spawn('/bin/bash', ['-c', 'true'], { stdio: ['ignore', 'pipe', 'pipe'] })
  await once(child, 'close')
}

const started = (sandbox: Exclude<Sandbox, { kind: 'unavailable' }>) => {
  const { dev, ino } = statSync(folder)
  const view = { folder, hidden: [], read: [], cwd: '', network: false }
  const argv = commandProgram(sandbox, { command: 'true', view, key: `${dev}:${ino}` })
  return async (): Promise<void> => {
    const end = await runProgram({ argv, permit: () => 60_000, signal, onOutput: () => undefined })
    if (end.code !== 0) throw new Error(`It did not run: ${end.complaint}`)
  }
}

async function copied(): Promise<void> {
  const copy = await copyTree({ root: folder, signal }, copies)
  await copy.remove()
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

await main(async () => {
  const sandbox = await openSandbox({ kind: 'bubblewrap', read: [] })
  if (sandbox.kind === 'unavailable') throw new Error(sandbox.reason)
  for (let n = 0; n < 1_000; n += 1) writeFileSync(join(folder, `${n}.txt`), 'x'.repeat(n))
  const sides: [string, () => Promise<void>][] = [
    ['a process that is merely started', plain],
    ['a command without a sandbox', started({ kind: 'none' })],
    ['a command in the sandbox', started(sandbox)],
    ['the copy before it, of 1,000 files', copied],
  ]
  const times = sides.map((): number[] => [])
  for (let round = -5; round < Number(values.rounds); round += 1) {
    for (const [at, [, run]] of sides.entries()) {
      const since = performance.now()
      await run()
      if (round >= 0) times[at]?.push(performance.now() - since)
    }
  }
  for (const each of [folder, copies]) rmSync(each, { recursive: true })
  const medians = times.map(median)
  const [floor = 0, , inSandbox = 0] = medians
  const rows = sides.map(([name], at) => {
    const ms = medians[at] ?? 0
    return [name, ms.toFixed(1), (ms / floor).toFixed(2)]
  })
  printTable('A command that does nothing', ['', 'ms', 'of a process'], rows)
  return inSandbox <= 3 * floor + 15 ? 0 : 1
})
