#!/usr/bin/env node
/** `npm run check`: everything but the browser. Types, lint, layers and sizes, unit and scenario tests. */
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'
import { ensureBubblewrap } from './test/bubblewrap.mjs'
import { conclude, inTurn, layers, lint, testEnvironment, types, vitest } from './test/suites.mjs'

main(async life => {
  const settings = await prepareTools(life)
  await ensureBubblewrap({ ...settings, ...life })
  const { root, databaseUrl } = settings
  const options = { root, env: testEnvironment(databaseUrl), signal: life.signal }
  const quick = inTurn([lint, layers, types], { ...options, isBeside: true })
  const outcomes = await Promise.all([quick, inTurn([vitest], options)])
  return conclude(outcomes.flat())
})
