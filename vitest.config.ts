import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }
const exclude = ['node_modules/**', '.next/**', 'e2e/**']
const withDatabase = ['**/*.scenario.test.ts', '**/*.database.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 4,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx,mjs}'],
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
