#!/usr/bin/env node
/**
 * `npm test [-- --seed N]`: the gate, on a fresh clone too, against scratch databases of its own. What can be read off
 * the sources comes first: where that fails nothing else is tried. Of the crashes it tries some, which the seed
 * chooses: all of them, and what takes longer still, is `npm run proof`. What failed is looked at once more.
 */
import { randomInt } from 'node:crypto'
import os from 'node:os'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './launch/build.mjs'
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'
import { sideBySide } from './process/side-by-side.mjs'
import { checkBubblewrap, ensureBrowser } from './test/browser.mjs'
import { conclude } from './test/conclusion.mjs'
import { secondLook } from './test/second-look.mjs'
import { openStages } from './test/stages.mjs'
import * as suites from './test/suites.mjs'

const CRASHES = 4

main(async life => {
  const { values } = parseArgs({ options: { seed: { type: 'string' } } })
  const seed = Number(values.seed ?? randomInt(1_000_000))
  const { time, lines } = openStages()
  life.say(`found ${load()}`)
  let outcomes
  try {
    outcomes = await gate({ ...life, time }, seed)
  } finally {
    console.log(lines().join('\n'))
  }
  return conclude(outcomes)
})

/** What else this machine does: whoever reads that a test was late wants to know. */
function load() {
  const [minute = 0] = os.loadavg()
  const memory = Math.round(os.freemem() / 2 ** 30)
  return `${os.availableParallelism()} cores at a load of ${minute.toFixed(1)}, ${memory} GiB free`
}

async function gate(life, seed) {
  checkBubblewrap()
  const settings = { ...(await prepareTools(life)), ...life }
  const { root, databaseUrl } = settings
  const env = suites.testEnvironment(databaseUrl)
  const options = { root, env, signal: life.signal, time: life.time }
  const [read, browser] = await readAndBuild(settings, options)
  if (read.some(({ failures }) => failures.length > 0)) return read
  const postgres = await openPostgres(settings)
  try {
    life.say(`crashes are chosen by seed ${seed}: npm test -- --seed ${seed} chooses the same`)
    const run = await runAll({ ...options, browser }, seed)
    return await secondLook([...read, ...run], life.say)
  } finally {
    await postgres.leave()
  }
}

/** What the sources say by themselves, the build, and a browser: what is run later needs the machine for itself. */
function readAndBuild(settings, options) {
  const { time } = settings
  return sideBySide(settings.signal, [
    signal => suites.inTurn(suites.reading, { ...options, signal, isBeside: true }),
    signal => time('browser', () => ensureBrowser({ ...settings, signal })),
    signal => time('build', () => ensureBuilt({ ...settings, signal })),
  ])
}

/** One for all suites. It needs what is only there once everything is installed. */
async function openPostgres({ root, databaseUrl }) {
  const { joinTestPostgres } = await import('./postgres/test-postgres.mjs')
  return joinTestPostgres({ root, url: databaseUrl })
}

async function runAll({ browser, ...options }, seed) {
  const { vitest, crashes, journeys } = suites
  const outcomes = await sideBySide(options.signal, [
    signal => suites.inTurn([vitest], { ...options, signal }),
    // A crash mostly waits for a lease to end.
    signal => suites.inTurn([crashes({ sample: CRASHES, seed })], { ...options, signal, isBeside: true }),
  ])
  // A journey does what people do, as fast as they do: it gets the machine for itself.
  const env = { ...options.env, CHROMIUM_PATH: browser }
  return [...outcomes.flat(), ...(await suites.inTurn([journeys], { ...options, env }))]
}
