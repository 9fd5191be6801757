#!/usr/bin/env node
/**
 * `npm run proof`: everything, the gate of `npm test` included, and what is too long or too rough for every change:
 * crashes around every durable write, takeovers at every durable point, all tests called `.proof.`, and every
 * mutation. Nothing gets a second look. One after the other, as some of it counts on timely answers: run it where
 * nothing else runs. Its last lines are a table.
 */
import { ensureBuilt } from './launch/build.mjs'
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'
import { ensureBrowser } from './test/browser.mjs'
import { ensureBubblewrap } from './test/bubblewrap.mjs'
import * as suites from './test/suites.mjs'

const mutations = options => suites.one('mutations', ['scripts/mutate.mjs'], options)

main(async life => {
  const settings = { ...(await prepareTools(life)), ...life }
  const browser = await ensureBrowser(settings)
  await ensureBubblewrap(settings)
  await ensureBuilt(settings)
  const { root, databaseUrl, signal } = settings
  const env = { ...suites.testEnvironment(databaseUrl), TEST_SCOPE: 'proof', CHROMIUM_PATH: browser }
  const { lint, layers, types, vitest, journeys, crashes, takeovers } = suites
  const all = [lint, layers, types, vitest, journeys, crashes, takeovers, mutations]
  const outcomes = await suites.inTurn(all, { root, env, signal })
  const code = suites.conclude(outcomes)
  console.log(suites.tableOf(outcomes))
  return code
})
