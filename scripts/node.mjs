import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Fault } from './fault.mjs'
import { withLock } from './lock.mjs'
import { npmCli, npmComplaint } from './npm.mjs'
import { newEntry } from './process-entry.mjs'
import { isNodeRecent, RECENT_NODE } from './recent-node.mjs'
import { runCommand } from './run-command.mjs'
import { PARENT } from './stop-signal.mjs'

const VERSION = '24.21.0'

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
