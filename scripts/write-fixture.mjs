/**
 * Writes rows of every kind that the program of this checkout stores into prisma/fixtures, named after its newest
 * migration, for the tests in which a later program works on them:
 *   node scripts/write-fixture.mjs
 * One that has landed stays as it is: it says what programs of that time left behind.
 */

import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'

main(async life => {
  const { root } = await prepareTools(life)
  const { startVitest } = await import('vitest/node')
  const include = ['lib/testing/fixtures/write.fixture.ts']
  const options = { root, config: false, watch: false, include, globalSetup: ['lib/testing/global-setup.ts'] }
  const vitest = await startVitest('test', [], options, { resolve: { alias: { '@': root } } })
  await vitest.close()
  return process.exitCode
})
