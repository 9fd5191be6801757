import { spawnSync } from 'node:child_process'
import { Fault } from '../process/fault.mjs'
import { installDebianPackage } from './debian-package.mjs'

/**
 * Sees to it that bubblewrap is there, in which commands run: installed, or for root on Debian that of the package.
 *
 * @param {{ root: string, dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 */
export async function ensureBubblewrap(options) {
  const found = isThere() || (await installDebianPackage(options, { names: ['bubblewrap'], found: isThere }))
  if (!found)
    throw new Fault('The tests of commands need bubblewrap: install the bubblewrap package of your system.')
}

/** A flag, so that it can be awaited like what else is looked for. */
const isThere = () =>
  spawnSync('bwrap', ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0 || undefined
