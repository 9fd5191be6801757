import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './test/timeouts.ts'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }
/** What is too long or too rough for every change is called so, and runs in `npm run proof` alone. */
const proof = process.env.TEST_SCOPE === 'proof' ? [] : ['**/*.proof.*']
const exclude = ['**/node_modules/**', '.next/**', 'e2e/**', ...proof]
/** Threads that a test starts are plain Node, and read TypeScript as the scripts do; a worker ends with its run. */
const execArgv = ['scripts/typescript-hooks.mjs', 'scripts/process/with-parent.mjs'].flatMap(file => [
  '--import',
  new URL(file, import.meta.url).href,
])
const withDatabase = ['**/*.scenario.test.ts', '**/*.database.test.ts']

const unit = {
  resolve: { alias },
  test: {
    name: 'unit',
    include: ['**/*.test.{ts,mjs}'],
    execArgv,
    exclude: [...exclude, ...withDatabase],
    // Properties take a second of work, which is many on a machine that does other things too.
    testTimeout: PATIENCE_MS,
    isolate: false,
  },
}

export default defineConfig({
  test: {
    // A third of the time tests on a database wait for it: one more than there are cores is at work then.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: 'invariant', description: 'What is broken here is never looked at twice.' }],
    execArgv,
    // Where Stryker changes pure functions, their own tests are to notice.
    projects:
      process.env.TEST_SCOPE === 'mutations'
        ? [unit]
        : [
            unit,
            {
              resolve: { alias },
              test: {
                name: 'page',
                include: ['**/*.test.tsx'],
                execArgv,
                exclude,
                environment: 'jsdom',
                setupFiles: ['test/page/browser.ts'],
                testTimeout: PATIENCE_MS,
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
                globalSetup: ['test/global-setup.ts'],
                setupFiles: ['test/end-with-file.ts'],
                testTimeout: 2 * PATIENCE_MS,
                hookTimeout: 2 * PATIENCE_MS,
                isolate: false,
              },
            },
          ],
  },
})
