import fs from 'node:fs'
import path from 'node:path'
import { checkoutDir, ensureMade, hashOf, makeBy, readStamp } from './stamp.mjs'

/**
 * Generates the Prisma client into lib/store/generated, unless it is that of the schema as it stands.
 *
 * @param {{ root: string, dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 */
export const ensureGenerated = options =>
  ensureMade({
    ...options,
    what: 'generating the database client',
    isMade: () => isGenerated(options.root),
    make: () =>
      makeBy({
        ...options,
        name: 'generate',
        args: ['node_modules/prisma/build/index.js', 'generate'],
        env: { ...process.env, ...PRISMA_OFFLINE },
        stamp: stampFile(options.root),
        hash: schema(options.root),
        complain: (output, logFile) => {
          const why = output.split('\n').find(line => /error/i.test(line)) ?? 'it says nothing'
          return `prisma generate failed (${why.trim()}): see ${logFile}.`
        },
      }),
  })

const stampFile = root => path.join(checkoutDir(root), 'generated')

const schema = root =>
  hashOf(root, ['prisma/schema.prisma', 'prisma.config.ts', 'package.json', 'package-lock.json'])

export const isGenerated = root =>
  fs.existsSync(path.join(root, 'lib/store/generated/client.ts')) &&
  readStamp(stampFile(root)) === schema(root)

/** Generating needs no schema engine, but the CLI would fetch one; any file that exists keeps it from that. */
const PRISMA_OFFLINE = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  NO_COLOR: '1',
}
