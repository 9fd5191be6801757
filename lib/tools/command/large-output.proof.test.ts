import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { temporaryWorkspace } from '../testing/temporary-workspace'

const BYTES = 100 * 1024 * 1024

/** In a process of its own: memory that something else there has used before would hide what this takes. */
const program = (folder: string) => `
  const { statSync } = await import('node:fs')
  const { openSandbox } = await import('@/lib/tools/sandbox/sandbox')
  const { commandProgram } = await import('@/lib/tools/sandbox/command-program')
  const { OutputRecord } = await import('@/lib/tools/sandbox/output-record')
  const { runProgram } = await import('@/lib/tools/sandbox/run-program')
  const folder = ${JSON.stringify(folder)}
  const { dev, ino } = statSync(folder)
  const sandbox = await openSandbox({ kind: 'bubblewrap', read: [] })
  const output = async command => {
    const record = new OutputRecord(() => undefined)
    const view = { folder, hidden: [], read: [], cwd: '', network: false }
    await runProgram({
      argv: commandProgram(sandbox, { command, view, key: dev + ':' + ino }),
      permit: () => 60_000,
      signal: new AbortController().signal,
      onOutput: bytes => record.add(bytes),
    })
    return { ...record.text(), bytes: record.bytes }
  }
  await output('head -c 1000000 /dev/zero')
  const before = process.resourceUsage().maxRSS
  const { text, bytes } = await output("echo first; head -c ${BYTES} /dev/zero | tr '\\\\0' x; echo; echo last")
  const grown = (process.resourceUsage().maxRSS - before) * 1024
  process.stdout.write(JSON.stringify({ grown, bytes, chars: text.length, first: text.slice(0, 7), last: text.slice(-7) }))`

test('a hundred megabytes of output take no more memory than a part of them, and what is kept is right', () => {
  const { root } = temporaryWorkspace()
  const args = ['--import', './scripts/typescript-hooks.mjs', '--input-type=module', '-e', program(root)]
  const { grown, ...told } = JSON.parse(execFileSync(process.execPath, args).toString())
  expect(told).toEqual({
    bytes: BYTES + 12,
    chars: 393_216 + '\n[104,464,396 bytes left out]\n'.length,
    first: 'first\nx',
    last: '\nlast\n'.padStart(7, 'x'),
  })
  expect(grown).toBeLessThan(BYTES * 0.8)
})
