import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { LIFELINE } from './with-parent.mjs'

const WITH_PARENT = new URL('with-parent.mjs', import.meta.url).href

/**
 * `isBeside`: something else has the terminal, and what this prints comes in one piece when it is over.
 *
 * @typedef {{ root: string, env?: Record<string, string | undefined>, signal?: AbortSignal, isBeside?: boolean }} RunOptions
 */

/**
 * Runs a program on this Node and returns its exit code. An abort ends it and throws the reason; where this process is
 * killed it ends too, with what it has forked.
 *
 * @param {string[]} args @param {RunOptions} options
 */
export async function runNode(args, { root, env = process.env, signal, isBeside = false }) {
  const output = isBeside ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, ['--import', WITH_PARENT, ...args], {
    cwd: root,
    env: { ...env, [LIFELINE]: '3' },
    stdio: ['ignore', output, output, 'pipe'],
  })
  child.stdio[3].resume() // it says nothing, and ends
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => printed.push(data))
  const abort = () => child.kill('SIGTERM')
  signal?.addEventListener('abort', abort, { once: true })
  const [code] = await once(child, 'close')
  signal?.removeEventListener('abort', abort)
  process.stdout.write(Buffer.concat(printed))
  signal?.throwIfAborted()
  return code ?? 1
}

/** The same with a TypeScript file of this repository. @param {RunOptions & { file: string, args?: string[] }} options */
export function runTypescript({ file, args = [], ...options }) {
  const hooks = pathToFileURL(path.join(options.root, 'scripts/typescript-hooks.mjs')).href
  return runNode(['--enable-source-maps', '--import', hooks, path.join(options.root, file), ...args], options)
}
