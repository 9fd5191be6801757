#!/usr/bin/env node
/** `npm run check`: everything but the browser. Types, lint, layers and sizes; where they hold, unit and scenario tests. */
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'
import { checkBubblewrap } from './test/browser.mjs'
import { conclude } from './test/conclusion.mjs'
import { openStages } from './test/stages.mjs'
import { inTurn, reading, testEnvironment, vitest } from './test/suites.mjs'

main(async life => {
  const { time, lines } = openStages()
  checkBubblewrap()
  const { root, databaseUrl } = await prepareTools({ ...life, time })
  const options = { root, env: testEnvironment(databaseUrl), signal: life.signal, time }
  const read = await inTurn(reading, options)
  const isSound = read.every(({ failures }) => failures.length === 0)
  const run = isSound ? await inTurn([vitest], options) : []
  console.log(lines().join('\n'))
  return conclude([...read, ...run])
})
