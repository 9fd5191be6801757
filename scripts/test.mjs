#!/usr/bin/env node
/** `npm test`: everything, on a fresh clone too, against scratch databases of its own. */
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { main } from './main.mjs'
import { prepareTools } from './prepare.mjs'
import { conclude, crashes, journeys, layers, lint, types, vitest } from './suites.mjs'
import { testEnvironment } from './test-environment.mjs'

main(async ({ say, signal }) => {
  const settings = await prepareTools({ say, signal })
  const env = testEnvironment(settings.databaseUrl)
  const options = { root: settings.root, env, signal }
  const outcomes = []
  for (const suite of [types, lint, layers, vitest]) outcomes.push(await suite(options))
  const browser = await ensureBrowser({ ...settings, say, signal })
  await ensureBuilt({ ...settings, say, signal })
  outcomes.push(await crashes(options))
  outcomes.push(await journeys({ ...options, env: { ...env, CHROMIUM_PATH: browser } }))
  return conclude(outcomes)
})
