import fs from 'node:fs'
import path from 'node:path'
import { compileCache } from './data-dir.mjs'
import { ensureMade, hashOf, makeBy, readStamp } from './stamp.mjs'

/**
 * Builds the production server, unless the build in `.next` is that of the sources as they stand.
 *
 * @param {{ root: string, dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 */
export const ensureBuilt = options =>
  ensureMade({
    ...options,
    what: 'building (half a minute)',
    isMade: () => isBuilt(options.root),
    make: () => {
      fs.rmSync(compileCache(options.dataDir), { recursive: true, force: true })
      return makeBy({
        ...options,
        name: 'build',
        args: ['node_modules/next/dist/bin/next', 'build'],
        env: buildEnvironment(),
        stamp: stampFile(options.root),
        hash: sources(options.root),
        complain: (output, logFile) => {
          console.error(output.trim().split('\n').slice(-40).join('\n'))
          return `The build failed, see above; its whole output is in ${logFile}.`
        },
      })
    },
  })

export const isBuilt = root =>
  fs.existsSync(path.join(root, '.next', 'BUILD_ID')) && readStamp(stampFile(root)) === sources(root)

/** Beside the build, so that it goes when the build is deleted. */
const stampFile = root => path.join(root, '.next', 'countersign-sources')

const FOLDERS = [
  'app',
  'components',
  'lib',
  'public',
  'prisma/schema.prisma',
  'scripts/launch/compress-static.mjs',
]
const NO_SOURCE = /^lib\/store\/generated$|\.test\.[cm]?tsx?$|\/\.[^/]+$/

/** Everything a build can read: the folders above and the configuration files of the root. */
function sources(root) {
  const rootFiles = fs
    .readdirSync(root)
    .filter(name => /^[^.].*\.([cm]?[jt]sx?|json)$/.test(name) && !/^next-env\.d\.ts$|\.test\./.test(name))
    .sort()
  return hashOf(root, [...FOLDERS, ...rootFiles], name => NO_SOURCE.test(name))
}

/** Nothing that belongs to one installation can get into a build. */
function buildEnvironment() {
  const own = /^(DATABASE_URL|PORT|HOST|COUNTERSIGN_.*|.*_(API_KEY|BASE_URL))$/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  return { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
}
