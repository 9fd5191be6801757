import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }
const exclude = ['node_modules/**', '.next/**', 'e2e/**']
/** Threads that a test starts are plain Node, and read TypeScript as the scripts do. */
const execArgv = ['--import', new URL('scripts/typescript-hooks.mjs', import.meta.url).href]
const withDatabase = ['**/*.scenario.test.ts', '**/*.database.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 6,
    execArgv,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx,mjs}'],
          execArgv,
          exclude: [...exclude, ...withDatabase],
          // Properties take a second of work, which is many on a machine that does other things too.
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          execArgv,
          include: withDatabase,
          exclude,
          globalSetup: ['lib/testing/global-setup.ts'],
          // They wait for Postgres more than they compute: more of them at once, each a little slower.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
    ],
  },
})
