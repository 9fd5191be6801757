import fs from 'node:fs'
import path from 'node:path'
import { diskFault, Fault } from '../process/fault.mjs'
import { runCommand } from '../process/run-command.mjs'
import { npmCli, npmComplaint } from './npm.mjs'
import { checkoutDir, checkoutLock, ensureMade, hashOf, readStamp, writeStamp } from './stamp.mjs'

/**
 * Brings node_modules to what package-lock.json says, unless it is. All of it is made anew: npm takes a folder for a
 * package by its package.json alone, so it would keep what an install left that broke off, or of another platform.
 *
 * @param {{ root: string, dataDir: string, withTools?: boolean, say: (text: string) => void, signal?: AbortSignal }} options
 *   `withTools`: with what only builds and tests need, which `npm prune --omit=dev` takes away
 */
export async function ensureInstalled({ root, dataDir, withTools = true, say, signal }) {
  const isMade = () => isInstalled(root, withTools)
  if (!isMade()) makeWritable(root)
  const make = () => install({ root, dataDir, signal })
  const what = 'installing dependencies (a minute or two the first time)'
  await ensureMade({ root, say, signal, isMade, what, make })
}

const isInstalled = (root, withTools) =>
  readStamp(stampFile(root)) === wanted(root) && isComplete(root) && (!withTools || hasTools(root))

function hasTools(root) {
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).every(name => fs.existsSync(path.join(root, 'node_modules', name)))
}

const stampFile = root => path.join(checkoutDir(root), 'installed')

const wanted = root => `${platform()} ${hashOf(root, ['package.json', 'package-lock.json'])}`
const platform = () => `${process.platform}-${process.arch}`

/** Whether each package that npm noted as installed is there. */
export function isComplete(root) {
  try {
    const note = JSON.parse(fs.readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8'))
    return Object.keys(note.packages).every(name => fs.existsSync(path.join(root, name, 'package.json')))
  } catch {
    return false
  }
}

async function install({ root, dataDir, signal }) {
  fs.rmSync(stampFile(root), { force: true })
  const logFile = path.join(dataDir, 'logs', 'install.log')
  const { code, output } = await runNpm({ root, logFile, signal })
  if (code !== 0) {
    const full = diskFault(output, root)
    if (full) throw full
    if (/code EUSAGE\b/.test(output)) throw new Fault(DIFFER)
    throw new Fault(
      `npm ci failed (${npmComplaint(output).text}): mend that, or delete ${path.join(root, 'node_modules')}, and start again. Its whole output is in ${logFile}.`,
    )
  }
  if (!isComplete(root)) {
    throw new Fault(
      `npm ci left packages out: delete ${path.join(root, 'node_modules')} and start again. Its output is in ${logFile}.`,
    )
  }
  writeStamp(stampFile(root), wanted(root))
}

const DIFFER =
  'package.json and package-lock.json do not agree: run npm install --package-lock-only, and start again.'

/** What the lock file says, and nothing else: whatever was in node_modules goes first. */
function runNpm({ root, logFile, signal }) {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  return runCommand({
    program: process.execPath,
    args: [npmCli(), 'ci', '--include=dev', '--include=optional', ...quiet],
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined },
    logFile,
    alone: path.join(checkoutDir(root), 'install.pid'),
    signal,
  })
}

function makeWritable(root) {
  for (const folder of [checkoutLock(root), path.join(root, 'node_modules')]) {
    try {
      fs.mkdirSync(folder, { recursive: true })
      fs.accessSync(folder, fs.constants.W_OK)
    } catch (error) {
      throw new Fault(
        `${folder} cannot be written (${error.code}): make ${root} writable for this account and start again.`,
      )
    }
  }
}
