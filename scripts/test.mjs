#!/usr/bin/env node
/**
 * `npm test [-- --seed N]`: everything, on a fresh clone too, against scratch databases of its own. Of the crashes it
 * tries some, which the seed chooses: all of them, and what takes longer still, is `npm run proof`.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './launch/build.mjs'
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'
import { ensureBrowser } from './test/browser.mjs'
import * as suites from './test/suites.mjs'

const CRASHES = 10

main(async life => {
  const { values } = parseArgs({ options: { seed: { type: 'string' } } })
  const seed = Number(values.seed ?? randomInt(1_000_000))
  const settings = { ...(await prepareTools(life)), ...life }
  const env = suites.testEnvironment(settings.databaseUrl)
  const options = { root: settings.root, env, signal: life.signal }
  life.say(`crashes are chosen by seed ${seed}: npm test -- --seed ${seed} chooses the same`)
  const [browser, ...outcomes] = await sideBySide(life.signal, [
    signal => ensureBrowser({ ...settings, signal }),
    signal => suites.inTurn([suites.vitest], { ...options, signal }),
    signal =>
      suites.inTurn([suites.lint, suites.layers, suites.types], { ...options, signal, isBeside: true }),
  ])
  await ensureBuilt(settings)
  // Sweeps wait for leases; but how soon a server is there again is judged, so nothing that computes runs beside them.
  const sweeps = await sideBySide(
    life.signal,
    [suites.crashes, suites.takeovers].map(
      suite => signal =>
        suites.inTurn([suite], { ...options, signal, isBeside: true, sample: CRASHES, seed }),
    ),
  )
  // A journey does what people do, as fast as they do: it gets the machine for itself.
  const journeys = await suites.inTurn([suites.journeys], {
    ...options,
    env: { ...env, CHROMIUM_PATH: browser },
  })
  return suites.conclude([...outcomes.flat(), ...sweeps.flat(), ...journeys])
})

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
