#!/usr/bin/env node
/** `npm run check`: everything but the browser. Types, lint, layers and sizes, unit and scenario tests. */
import { main } from './main.mjs'
import { prepareTools } from './prepare.mjs'
import { conclude, layers, lint, types, vitest } from './suites.mjs'
import { testEnvironment } from './test-environment.mjs'

main(async ({ say, signal }) => {
  const { root, databaseUrl } = await prepareTools({ say, signal })
  const options = { root, env: testEnvironment(databaseUrl), signal }
  const outcomes = []
  for (const suite of [types, lint, layers, vitest]) outcomes.push(await suite(options))
  return conclude(outcomes)
})
