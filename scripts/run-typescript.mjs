import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Runs a TypeScript file of this repository in a process of its own, on our terminal, and returns its exit code.
 * An abort ends it.
 *
 * @param {{ root: string, file: string, args?: string[], env?: Record<string, string | undefined>,
 *   signal?: AbortSignal }} options
 */
export async function runTypescript({ root, file, args = [], env = process.env, signal }) {
  const hooks = pathToFileURL(path.join(root, 'scripts/typescript-hooks.mjs')).href
  const nodeArgs = ['--enable-source-maps', '--import', hooks, path.join(root, file), ...args]
  const child = spawn(process.execPath, nodeArgs, { cwd: root, env, stdio: 'inherit' })
  const abort = () => child.kill('SIGTERM')
  signal?.addEventListener('abort', abort, { once: true })
  const [code] = await once(child, 'exit')
  signal?.removeEventListener('abort', abort)
  return code ?? 1
}
