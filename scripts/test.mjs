#!/usr/bin/env node
/**
 * `npm test [-- --seed N]`: the gate, on a fresh clone too, against scratch databases of its own. Of the crashes it tries
 * some, which the seed chooses: all of them, and what takes longer still, is `npm run proof`. What failed is looked at
 * once more.
 */
import { randomInt } from 'node:crypto'
import os from 'node:os'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './launch/build.mjs'
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'
import { ensureBrowser } from './test/browser.mjs'
import { ensureBubblewrap } from './test/bubblewrap.mjs'
import { secondLook } from './test/second-look.mjs'
import * as suites from './test/suites.mjs'

const CRASHES = 6

main(async life => {
  const { values } = parseArgs({ options: { seed: { type: 'string' } } })
  const seed = Number(values.seed ?? randomInt(1_000_000))
  life.say(`found ${load()}`)
  const settings = { ...(await prepareTools(life)), ...life }
  const postgres = await openPostgres(settings)
  try {
    life.say(`crashes are chosen by seed ${seed}: npm test -- --seed ${seed} chooses the same`)
    return suites.conclude(await secondLook(await runAll(settings, { seed }), life.say))
  } finally {
    await postgres.leave()
  }
})

/** What else this machine does: whoever reads that a test was late wants to know. */
function load() {
  const [minute = 0] = os.loadavg()
  const memory = Math.round(os.freemem() / 2 ** 30)
  return `${os.availableParallelism()} cores at a load of ${minute.toFixed(1)}, ${memory} GiB free`
}

/** One for all suites. It needs what is only there once everything is installed. */
async function openPostgres({ root, databaseUrl }) {
  const { joinTestPostgres } = await import('./postgres/test-postgres.mjs')
  return joinTestPostgres({ root, url: databaseUrl })
}

async function runAll(settings, { seed }) {
  const env = suites.testEnvironment(settings.databaseUrl)
  const options = { root: settings.root, env, signal: settings.signal }
  await ensureBubblewrap(settings)
  const [browser, ...outcomes] = await sideBySide(settings.signal, [
    signal => ensureBrowser({ ...settings, signal }),
    signal => suites.inTurn([suites.vitest], { ...options, signal }),
    signal =>
      besideTests({ ...settings, signal }, { ...options, signal, isBeside: true, sample: CRASHES, seed }),
  ])
  // A journey does what people do, as fast as they do: it gets the machine for itself.
  const journeys = await suites.inTurn([suites.journeys], {
    ...options,
    env: { ...env, CHROMIUM_PATH: browser },
  })
  return [...outcomes.flat(), ...journeys]
}

/** Many a test waits for its database, as a crash does for a lease to end: meanwhile there is time for the rest. */
async function besideTests(settings, options) {
  const quick = await suites.inTurn([suites.lint, suites.layers, suites.types], options)
  await ensureBuilt(settings)
  return [...quick, ...(await suites.inTurn([suites.crashes], options))]
}

/** Where one of them throws, the others end too, and it counts. */
async function sideBySide(signal, works) {
  const failing = new AbortController()
  const all = works.map(work => work(AbortSignal.any([signal, failing.signal])))
  try {
    return await Promise.all(all)
  } catch (error) {
    failing.abort(error)
    await Promise.allSettled(all)
    throw error
  }
}
