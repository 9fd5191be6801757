import fs from 'node:fs'
import path from 'node:path'
import { Fault } from './fault.mjs'
import { withLock } from './lock.mjs'
import { npmCli, npmComplaint } from './npm.mjs'
import { runCommand } from './run-command.mjs'
import { checkoutDir, checkoutLock, hashOf, readStamp, writeStamp } from './stamp.mjs'

/**
 * Brings node_modules to what package.json and package-lock.json say, unless it is. An install that broke off,
 * or that was made on another platform, is thrown away first: npm takes a folder for a package by its
 * package.json alone, so it would keep the torn ones.
 *
 * @param {{ root: string, dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 */
export async function ensureInstalled({ root, dataDir, say, signal }) {
  if (isInstalled(root)) return
  makeWritable(root)
  await withLock(
    checkoutLock(root),
    async () => {
      if (isInstalled(root)) return
      say('installing dependencies (a minute or two the first time)')
      await install({ root, dataDir, signal })
    },
    { signal, onWait: () => say('another process is at work in this folder, waiting for it') },
  )
}

export const isInstalled = root => readStamp(stampFile(root)) === wanted(root) && isComplete(root)

const stampFile = root => path.join(checkoutDir(root), 'installed')
const begunFile = root => path.join(checkoutDir(root), 'installing')

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
  const stamp = readStamp(stampFile(root))
  const torn = fs.existsSync(begunFile(root)) || (stamp && !stamp.startsWith(`${platform()} `))
  if (torn) emptyModules(root)
  fs.rmSync(stampFile(root), { force: true })
  writeStamp(begunFile(root), '')
  const logFile = path.join(dataDir, 'logs', 'install.log')
  const attempt = () => runNpmInstall({ root, logFile, signal })
  let { code, output } = await attempt()
  if (code !== 0 && /code (ENOTEMPTY|EEXIST|ENOTDIR|EISDIR)\b/.test(output)) {
    emptyModules(root)
    ;({ code, output } = await attempt())
  }
  if (code !== null) fs.rmSync(begunFile(root)) // npm came to an end, and took back what it could not finish
  if (code !== 0) {
    throw new Fault(
      `npm install failed (${npmComplaint(output).text}): mend that, or delete ${path.join(root, 'node_modules')}, and start again. Its whole output is in ${logFile}.`,
    )
  }
  if (!isComplete(root)) {
    throw new Fault(
      `npm install left packages out: delete ${path.join(root, 'node_modules')} and start again. Its output is in ${logFile}.`,
    )
  }
  writeStamp(stampFile(root), wanted(root))
}

/** Off Linux the lock file lacks the packages of the platform, so it is left aside. */
function runNpmInstall({ root, logFile, signal }) {
  const lock = process.platform === 'linux' ? '--no-save' : '--no-package-lock'
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  return runCommand({
    program: process.execPath,
    args: [npmCli(), 'install', '--include=dev', '--include=optional', lock, ...quiet],
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined },
    logFile,
    alone: path.join(checkoutDir(root), 'install.pid'),
    signal,
  })
}

function emptyModules(root) {
  const modules = path.join(root, 'node_modules')
  for (const name of fs.readdirSync(modules)) {
    if (name !== '.countersign') fs.rmSync(path.join(modules, name), { recursive: true, force: true })
  }
}

function makeWritable(root) {
  try {
    fs.mkdirSync(checkoutLock(root), { recursive: true })
    fs.accessSync(checkoutLock(root), fs.constants.W_OK)
  } catch (error) {
    throw new Fault(
      `${path.join(root, 'node_modules')} cannot be written (${error.code}): make ${root} writable for this account and start again.`,
    )
  }
}
