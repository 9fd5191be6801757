#!/usr/bin/env node
/**
 * `npm run proof`: everything, the gate of `npm test` included, and what is too long or too rough for every change:
 * crashes around every durable write, takeovers at every durable point, all tests called `.proof.`, and whether the
 * tests notice when the program is changed. Nothing gets a second look. One after the other, as some of it counts on
 * timely answers: run it where nothing else runs. Its last lines are a table.
 */
import { ensureBuilt } from './launch/build.mjs'
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'
import { checkBubblewrap, ensureBrowser } from './test/browser.mjs'
import { conclude, tableOf } from './test/conclusion.mjs'
import { mutations } from './test/mutations.mjs'
import { openStages } from './test/stages.mjs'
import * as suites from './test/suites.mjs'

main(async life => {
  const { time, lines } = openStages()
  checkBubblewrap()
  const settings = { ...(await prepareTools({ ...life, time })), ...life }
  const browser = await ensureBrowser(settings)
  await ensureBuilt(settings)
  const { root, databaseUrl, signal } = settings
  const env = { ...suites.testEnvironment(databaseUrl), TEST_SCOPE: 'proof', CHROMIUM_PATH: browser }
  const { reading, vitest, journeys, crashes, takeovers } = suites
  const all = [...reading, vitest, journeys, crashes(), takeovers, mutations]
  const outcomes = await suites.inTurn(all, { root, env, signal, time })
  console.log(lines().join('\n'))
  const code = conclude(outcomes)
  console.log(tableOf(outcomes))
  return code
})
