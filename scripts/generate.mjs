import fs from 'node:fs'
import path from 'node:path'
import { Fault } from './fault.mjs'
import { withLock } from './lock.mjs'
import { runCommand } from './run-command.mjs'
import { checkoutDir, checkoutLock, hashOf, readStamp, writeStamp } from './stamp.mjs'

/**
 * Generates the Prisma client into lib/store/generated, unless it is that of the schema as it stands.
 *
 * @param {{ root: string, dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 */
export async function ensureGenerated({ root, dataDir, say, signal }) {
  if (isGenerated(root)) return
  await withLock(
    checkoutLock(root),
    async () => {
      if (isGenerated(root)) return
      say('generating the database client')
      await generate({ root, dataDir, signal })
    },
    { signal },
  )
}

const stampFile = root => path.join(checkoutDir(root), 'generated')

const wanted = root =>
  hashOf(root, ['prisma/schema.prisma', 'prisma.config.ts', 'package.json', 'package-lock.json'])

const isGenerated = root =>
  fs.existsSync(path.join(root, 'lib/store/generated/client.ts')) &&
  readStamp(stampFile(root)) === wanted(root)

async function generate({ root, dataDir, signal }) {
  const hash = wanted(root)
  fs.rmSync(stampFile(root), { force: true })
  const logFile = path.join(dataDir, 'logs', 'generate.log')
  const { code, output } = await runCommand({
    program: process.execPath,
    args: ['node_modules/prisma/build/index.js', 'generate'],
    cwd: root,
    env: { ...process.env, ...PRISMA_OFFLINE },
    logFile,
    alone: path.join(checkoutDir(root), 'generate.pid'),
    signal,
  })
  if (code !== 0) {
    const [first] = output.split('\n').filter(line => /error/i.test(line))
    throw new Fault(`prisma generate failed (${(first ?? `code ${code}`).trim()}): see ${logFile}.`)
  }
  writeStamp(stampFile(root), hash)
}

/** Generating needs no schema engine, but the CLI would fetch one; any file that exists keeps it from that. */
const PRISMA_OFFLINE = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  NO_COLOR: '1',
}
