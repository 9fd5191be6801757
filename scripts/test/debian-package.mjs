import fs from 'node:fs'
import path from 'node:path'
import { runCommand } from '../process/run-command.mjs'

/**
 * Installs the first of some Debian packages after which `found` finds what is wanted, where that can be done: by root,
 * on Debian or its like.
 *
 * @template Found
 * @param {{ root: string, dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 * @param {{ names: string[], found: () => Found | undefined }} packages
 * @returns {Promise<Found | undefined>}
 */
export async function installDebianPackage({ root, dataDir, say, signal }, { names, found }) {
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return undefined
  say(`installing the ${names[0]} package`)
  const apt = args =>
    runCommand({
      program: 'apt-get',
      args: ['-o', 'DPkg::Lock::Timeout=300', '-y', '--no-install-recommends', ...args],
      cwd: root,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      logFile: path.join(dataDir, 'logs', `${names[0]}.log`),
      signal,
    })
  await apt(['update'])
  for (const name of names) {
    await apt(['install', name])
    const wanted = found()
    if (wanted) return wanted
  }
  return undefined
}
