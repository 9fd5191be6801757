import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode, runTypescript } from '../process/run-node.mjs'
import { checkLayers } from './layers.mjs'
import { readPlaywright, readVitest } from './reports.mjs'

/**
 * What became of a suite: the titles of what passed, what failed, and how long its files took. `again`: the same for
 * one file, alone. `flaky`: what failed at first, and passed when it was looked at again.
 *
 * @typedef {{ name: string, passes: string[], failures: Failure[], flaky: Failure[], ms?: number,
 *   files?: { file: string, ms: number }[], again?: (file: string) => Promise<Outcome> }} Outcome
 * @typedef {import('./reports.mjs').Failure} Failure
 */

/**
 * `isBeside`: it runs beside a suite that has the terminal, and is told of when it is over. `time`: takes the time of a
 * stage.
 *
 * @typedef {{ root: string, env: Record<string, string | undefined>, signal?: AbortSignal, isBeside?: boolean,
 *   time: ReturnType<typeof import('./stages.mjs').openStages>['time'] }} Options
 * @typedef {{ name: string, run: (options: Options) => Promise<Outcome> }} Suite
 */

/**
 * The environment that tests run in: nothing of this installation, no keys of models, and the server in which
 * they make their scratch databases, where one is given.
 *
 * @param {string | undefined} databaseUrl
 */
export function testEnvironment(databaseUrl) {
  const own = /^(DATABASE_URL|DATABASE_OWNER_URL|PORT|HOST|PG[A-Z]+|COUNTERSIGN_.*|.*_(API_KEY|BASE_URL))$/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  const test = databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}
  return { ...env, NEXT_TELEMETRY_DISABLED: '1', ...test }
}

/** Vitest's own reports leave out what goes wrong outside of tests. */
const UNHANDLED = fileURLToPath(new URL('unhandled-reporter.mjs', import.meta.url))

const bin = (root, file) => path.join(root, 'node_modules', file)

/** A suite that is one thing, which holds or does not. @returns {Suite} */
const one = (name, [file, ...args]) => ({
  name,
  run: async options => held(name, (await runNode([path.join(options.root, file), ...args], options)) === 0),
})

/** @returns {Failure} */
const whole = (title, message = '') => ({
  file: null,
  title,
  message,
  isTest: false,
  isBroken: false,
})

/** @returns {Outcome} */
const held = (name, isHeld, message = '') => ({
  name,
  flaky: [],
  passes: isHeld ? [name] : [],
  failures: isHeld ? [] : [whole(name, message)],
})

/** By the compiler that is written in Go: programs that read sources by its interface still need the one before. */
export const types = one('types', ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.'])

export const lint = one('lint', [
  'node_modules/@biomejs/biome/bin/biome',
  'check',
  '--error-on-warnings',
  '.',
])

/** @type {Suite} */
export const layers = {
  name: 'layers',
  run: async ({ root }) => {
    // It reads with TypeScript, which is only there once everything is installed.
    const { checkHouse, measureOf } = await import('./house.mjs')
    const { massFaults, massTable } = await import('./mass.mjs')
    const arrows = await checkLayers(root)
    const house = checkHouse(root)
    const faults = [...arrows.faults, ...house.faults, ...massFaults(root)]
    console.log(massTable(root))
    for (const fault of faults) console.error(fault)
    console.log(`layers: ${arrows.modules} modules, ${measureOf(house)}, ${faults.length} faults`)
    return held('layers', faults.length === 0, faults.join('\n'))
  },
}

/** What the sources say by themselves, the quickest first. */
export const reading = [lint, types, layers]

/** Unit tests, and those on a Postgres; of `file` only, alone. @type {Suite} */
export const vitest = {
  name: 'unit and scenario tests',
  run: options =>
    withReport(async report => {
      const { root, file } = options
      const alone = file ? [file, '--maxWorkers=1', '--no-file-parallelism'] : []
      const unhandled = `${report}.unhandled`
      const reporters = ['default', 'json', UNHANDLED].map(name => `--reporter=${name}`)
      const program = bin(root, 'vitest/vitest.mjs')
      const args = [program, 'run', ...alone, ...reporters, `--outputFile.json=${report}`]
      const env = { ...options.env, TEST_UNHANDLED_FILE: unhandled }
      const code = await runNode(args, { ...options, env })
      const told = readVitest({ ...readReport(report), unhandled: readReport(unhandled, []) }, root)
      const again = other => vitest.run({ ...options, file: other })
      return counted(vitest.name, { ...told, code, again })
    }),
}

/** Journeys in a browser; of `file` only, alone. @type {Suite} */
export const journeys = {
  name: 'journeys in a browser',
  run: options =>
    withReport(async report => {
      const env = { ...options.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
      const alone = options.file ? [options.file, '--workers=1'] : []
      const args = [bin(options.root, 'playwright/cli.js'), 'test', ...alone, '--reporter=list,json']
      const code = await runNode(args, { ...options, env })
      const again = file => journeys.run({ ...options, file })
      return counted(journeys.name, { ...readPlaywright(readReport(report)), code, again })
    }),
}

/**
 * The production server killed around durable writes of a session: each kill is a trial. `sample`: so many of the
 * trials, which `seed` chooses.
 *
 * @param {{ sample?: number, seed?: number }} [choice] @returns {Suite}
 */
export function crashes({ sample, seed } = {}) {
  const name = sample ? `crashes around durable writes, seed ${seed}` : 'crashes around every durable write'
  const args = sample ? ['--sample', String(sample), '--seed', String(seed)] : ['--timed']
  return { name, run: options => sweep(options, { name, file: 'test/faults/crash-sweep.ts', args }) }
}

/** One of two servers held up at every durable point and write, while the other takes over. @type {Suite} */
export const takeovers = {
  name: 'takeovers from a server that is late or asleep',
  run: options => sweep(options, { name: takeovers.name, file: 'test/faults/takeover-sweep.ts', args: [] }),
}

/** What a sweep sees broken is an invariant: nobody looks twice. */
const sweep = (options, { name, file, args }) =>
  withReport(async report => {
    const code = await runTypescript({ ...options, file, args: [...args, '--report', report] })
    const { passes = [], violations = [] } = readReport(report)
    const failures = violations.map(({ trial, text }) => ({
      ...whole(`${name} › ${trial}`, text),
      isBroken: true,
    }))
    return counted(name, { passes, failures, code })
  })

async function withReport(work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-report-'))
  try {
    return await work(path.join(folder, 'report.json'))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Where the program ended without one, `none`. */
const readReport = (file, none = {}) =>
  fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : none

/** A suite that ran nothing, or that failed without naming a test, has failed. @returns {Outcome} */
function counted(name, { passes, failures, code, files, again }) {
  const isNamed = failures.length > 0 || (code === 0 && passes.length > 0)
  const unnamed = passes.length > 0 ? `It ended with code ${code}.` : 'It ran nothing.'
  return { name, passes, failures: isNamed ? failures : [whole(name, unnamed)], flaky: [], files, again }
}

/** Runs suites one after the other. @param {Suite[]} suites @param {Options} options @returns {Promise<Outcome[]>} */
export async function inTurn(suites, options) {
  const outcomes = []
  for (const { name, run } of suites) {
    const since = performance.now()
    const outcome = await options.time(name, () => run(options))
    outcomes.push({ ...outcome, ms: performance.now() - since })
  }
  return outcomes
}
