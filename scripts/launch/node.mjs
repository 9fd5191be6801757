import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { diskFault, Fault } from '../process/fault.mjs'
import { withLock } from '../process/lock.mjs'
import { PARENT } from '../process/main.mjs'
import { newEntry } from '../process/process-entry.mjs'
import { runCommand } from '../process/run-command.mjs'
import { npmCli, npmComplaint, RECENT_NODE } from './npm.mjs'

const VERSION = '24.21.0'

/** Prisma has left out Node 23. */
export function isNodeRecent(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 19)
}

/**
 * Returns at once on a Node that is recent enough. On an older one it brings Node 24 into the data directory,
 * runs this same program on it, and ends with its exit code.
 *
 * @param {{ dataDir: string, say: (text: string) => void, signal: AbortSignal }} options
 */
export async function onRecentNode(options) {
  if (isNodeRecent()) return
  const node = await bringNode(options)
  process.exit(await runOn(node, options.signal))
}

/** The path of a Node 24, fetched with npm where the data directory has none yet. No install script is run. */
export async function bringNode({ dataDir, say, signal }) {
  const folder = path.join(dataDir, `node-${VERSION}-${process.platform}-${process.arch}`)
  const node = () =>
    packages()
      .map(name => executable(folder, name))
      .find(file => fs.existsSync(file))
  if (node()) return node()
  fs.mkdirSync(dataDir, { recursive: true })
  return withLock(
    path.join(dataDir, 'locks', 'node'),
    async () => {
      if (node()) return node()
      say(`fetching Node ${VERSION}, as this machine has ${process.versions.node}`)
      await fetchNode({ dataDir, folder, signal })
      return node()
    },
    { signal },
  )
}

async function fetchNode({ dataDir, folder, signal }) {
  const draft = path.join(dataDir, `node-draft-${newEntry()}`)
  fs.mkdirSync(draft, { recursive: true })
  const complaints = []
  try {
    for (const name of packages()) {
      const { code, output } = await runCommand({
        program: process.execPath,
        args: [npmCli(), 'install', '--prefix', draft, ...scriptsFor(name), ...QUIET, `${name}@${VERSION}`],
        cwd: draft,
        logFile: path.join(dataDir, 'logs', 'node.log'),
        signal,
      })
      if (code === 0 && fs.existsSync(executable(draft, name))) return await keep(draft, folder, name)
      const full = diskFault(output, dataDir)
      if (full) throw full
      complaints.push(npmComplaint(output).text)
    }
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
  throw new Fault(
    `Node ${VERSION} could not be fetched from npm (${complaints[0]}): install ${RECENT_NODE} from https://nodejs.org and start again.`,
  )
}

async function keep(draft, folder, name) {
  const { code } = await runCommand({
    program: executable(draft, name),
    args: ['--version'],
    cwd: draft,
    logFile: path.join(draft, 'version.log'),
  })
  if (code !== 0) {
    const { bavail, bsize } = fs.statfsSync(draft)
    if (bavail * bsize < 1_048_576) throw diskFault('ENOSPC', path.dirname(draft))
    throw new Fault(
      `The Node that npm offers does not run on this machine: install ${RECENT_NODE} from https://nodejs.org and start again.`,
    )
  }
  fs.rmSync(folder, { recursive: true, force: true })
  fs.renameSync(draft, folder)
}

/** The package of this very platform; failing that, the one that fetches it by its install script. */
const packages = () => [
  `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
  'node',
]

const scriptsFor = name => (name === 'node' ? ['--foreground-scripts'] : ['--ignore-scripts'])

const QUIET = [
  '--no-save',
  '--no-package-lock',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
]

const executable = (folder, name) =>
  path.join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Runs this program again on another Node. Signals are passed on, and its exit code is returned. */
async function runOn(node, signal) {
  const env = {
    ...process.env,
    PATH: [path.dirname(node), process.env.PATH].join(path.delimiter),
    [PARENT]: String(process.pid),
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env })
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  const [code] = await once(child, 'exit')
  return code ?? 1
}
