import fs from 'node:fs'
import path from 'node:path'
import { Fault } from './fault.mjs'
import { withLock } from './lock.mjs'
import { runCommand } from './run-command.mjs'
import { checkoutDir, checkoutLock, hashOf, readStamp, writeStamp } from './stamp.mjs'

/**
 * Builds the production server, unless the build in `.next` is that of the sources as they stand.
 *
 * @param {{ root: string, dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 */
export async function ensureBuilt({ root, dataDir, say, signal }) {
  if (isBuilt(root)) return
  await withLock(
    checkoutLock(root),
    async () => {
      if (isBuilt(root)) return
      say('building (half a minute)')
      await build({ root, dataDir, signal })
    },
    { signal, onWait: () => say('another process is building, waiting for it') },
  )
}

const isBuilt = root =>
  fs.existsSync(path.join(root, '.next', 'BUILD_ID')) && readStamp(stampFile(root)) === sources(root)

/** Beside the build, so that it goes when the build is deleted. */
const stampFile = root => path.join(root, '.next', 'countersign-sources')

const FOLDERS = ['app', 'components', 'lib', 'public', 'prisma/schema.prisma']
const NO_SOURCE = /^lib\/store\/generated$|\.test\.[cm]?tsx?$|\/\.[^/]+$/

/** Everything a build can read: the folders above and the configuration files of the root. */
function sources(root) {
  const rootFiles = fs
    .readdirSync(root)
    .filter(name => /^[^.].*\.([cm]?[jt]sx?|json)$/.test(name) && !/^next-env\.d\.ts$|\.test\./.test(name))
    .sort()
  return hashOf(root, [...FOLDERS, ...rootFiles], name => NO_SOURCE.test(name))
}

async function build({ root, dataDir, signal }) {
  fs.rmSync(stampFile(root), { force: true })
  const hash = sources(root)
  const logFile = path.join(dataDir, 'logs', 'build.log')
  const { code, output } = await runCommand({
    program: process.execPath,
    args: ['node_modules/next/dist/bin/next', 'build'],
    cwd: root,
    env: buildEnvironment(),
    logFile,
    alone: path.join(checkoutDir(root), 'build.pid'),
    signal,
  })
  if (code !== 0) {
    console.error(output.trim().split('\n').slice(-40).join('\n'))
    throw new Fault(`The build failed, see above; its whole output is in ${logFile}.`)
  }
  writeStamp(stampFile(root), hash)
}

/** Nothing that belongs to one installation can get into a build. */
function buildEnvironment() {
  const own = /^(DATABASE_URL|PORT|HOST|COUNTERSIGN_.*|.*_(API_KEY|BASE_URL))$/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  return { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
}
