import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode, runTypescript } from '../process/run-node.mjs'
import { checkLayers } from './layers.mjs'
import { inBrief, readPlaywright, readVitest } from './reports.mjs'

/**
 * What became of a suite: the titles of what passed, and what failed. `again`: the same for one file, alone. `flaky`:
 * what failed at first, and passed when it was looked at again.
 *
 * @typedef {{ name: string, passes: string[], failures: Failure[], flaky: Failure[], ms?: number,
 *   again?: (file: string) => Promise<Outcome> }} Outcome
 * @typedef {import('./reports.mjs').Failure} Failure
 */

/**
 * `isBeside`: it runs beside a suite that has the terminal, and is told of when it is over.
 *
 * @typedef {{ root: string, env: Record<string, string | undefined>, signal?: AbortSignal, isBeside?: boolean }} Options
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

/** A suite that is one thing, which holds or does not. @param {Options} options @returns {Promise<Outcome>} */
export async function one(name, [file, ...args], options) {
  const code = await runNode([path.join(options.root, file), ...args], options)
  return held(name, code === 0)
}

/** @returns {Failure} */
const whole = (title, message = '') => ({
  ...{ file: null, title, message, isTest: false, isBroken: false },
})

/** @returns {Outcome} */
const held = (name, isHeld, message = '') => ({
  ...{ name, flaky: [] },
  passes: isHeld ? [name] : [],
  failures: isHeld ? [] : [whole(name, message)],
})

/** @param {Options} options */
export const types = options =>
  one('types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'], options)

/** @param {Options} options */
export const lint = options =>
  one('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'], options)

/** @param {Options} options @returns {Promise<Outcome>} */
export async function layers({ root }) {
  // It reads with TypeScript, which is only there once everything is installed.
  const { checkHouse, measureOf } = await import('./house.mjs')
  const arrows = await checkLayers(root)
  const house = checkHouse(root)
  const faults = [...arrows.faults, ...house.faults]
  for (const fault of faults) console.error(fault)
  console.log(`layers: ${arrows.modules} modules, ${measureOf(house)}, ${faults.length} faults`)
  return held('layers', faults.length === 0, faults.join('\n'))
}

/** Unit tests, and those on a Postgres; of `file` only, alone. @param {Options & { file?: string }} options @returns {Promise<Outcome>} */
export const vitest = options =>
  withReport(async report => {
    const { root, file } = options
    const alone = file ? [file, '--maxWorkers=1', '--no-file-parallelism'] : []
    const unhandled = `${report}.unhandled`
    const reporters = ['default', 'json', UNHANDLED].map(name => `--reporter=${name}`)
    const args = [
      bin(root, 'vitest/vitest.mjs'),
      'run',
      ...alone,
      ...reporters,
      `--outputFile.json=${report}`,
    ]
    const env = { ...options.env, TEST_UNHANDLED_FILE: unhandled }
    const code = await runNode(args, { ...options, env })
    const told = readVitest({ ...readReport(report), unhandled: readReport(unhandled, []) }, root)
    const again = other => vitest({ ...options, file: other })
    return counted('unit and scenario tests', { ...told, code, again })
  })

/** Journeys in a browser; of `file` only, alone. @param {Options & { file?: string }} options @returns {Promise<Outcome>} */
export const journeys = options =>
  withReport(async report => {
    const env = { ...options.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const alone = options.file ? [options.file, '--workers=1'] : []
    const args = [bin(options.root, 'playwright/cli.js'), 'test', ...alone, '--reporter=list,json']
    const code = await runNode(args, { ...options, env })
    const again = file => journeys({ ...options, file })
    return counted('journeys in a browser', { ...readPlaywright(readReport(report)), code, again })
  })

/**
 * The production server killed around durable writes of a session: each kill is a trial. A trial mostly waits for the
 * lease of the dead server to end, so two sweeps share them. `sample`: so many of the trials, which `seed` chooses.
 *
 * @param {Options & { sample?: number, seed?: number }} options @returns {Promise<Outcome>}
 */
export async function crashes({ sample, seed, ...options }) {
  const name = sample ? `crashes around durable writes, seed ${seed}` : 'crashes around every durable write'
  const chosen = sample ? ['--sample', String(sample), '--seed', String(seed)] : ['--timed']
  const part = which =>
    sweep(options, { name, file: 'test/faults/crash-sweep.ts', args: ['--part', which, ...chosen] })
  const parts = await Promise.all([part('1/2'), part('2/2')])
  const all = key => parts.flatMap(part => part[key])
  return { name, passes: all('passes'), failures: all('failures'), flaky: [] }
}

/**
 * One of two servers held up at every durable point and write, while the other takes over.
 *
 * @param {Options} options @returns {Promise<Outcome>}
 */
export const takeovers = options =>
  sweep(options, {
    name: 'takeovers from a server that is late or asleep',
    file: 'test/faults/takeover-sweep.ts',
    args: [],
  })

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
function counted(name, { passes, failures, code, again }) {
  const isNamed = failures.length > 0 || (code === 0 && passes.length > 0)
  const unnamed = passes.length > 0 ? `It ended with code ${code}.` : 'It ran nothing.'
  return { name, passes, failures: isNamed ? failures : [whole(name, unnamed)], flaky: [], again }
}

/** Runs suites one after the other, and says how long each took. @returns {Promise<Outcome[]>} */
export async function inTurn(suites, options) {
  const outcomes = []
  for (const suite of suites) {
    const since = performance.now()
    outcomes.push({ ...(await suite(options)), ms: performance.now() - since })
  }
  return outcomes
}

/** The same to be pasted somewhere. @param {Outcome[]} outcomes */
export const tableOf = outcomes =>
  [
    '| what | passed | failed | seconds |',
    '|---|--:|--:|--:|',
    ...outcomes.map(
      ({ name, passes, failures, ms }) =>
        `| ${name} | ${passes.length} | ${failures.length} | ${Math.round(ms / 1000)} |`,
    ),
  ].join('\n')

/**
 * Prints what was flaky or failed once more, as it is far up by then, and the line that ends a run of suites.
 *
 * @param {Outcome[]} outcomes @returns {number} the exit code
 */
export function conclude(outcomes) {
  for (const kind of ['flaky', 'failures'])
    for (const failure of outcomes.flatMap(outcome => outcome[kind]))
      console.log(`${kind === 'flaky' ? 'flaky' : 'failed'}: ${inBrief(failure)}`)
  for (const { name, passes, failures, ms } of outcomes)
    console.log(`${name}: ${passes.length} passed, ${failures.length} failed (${Math.round(ms / 1000)} s)`)
  const count = key => outcomes.flatMap(outcome => outcome[key]).length
  const failed = count('failures')
  console.log(`${count('passes')} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}
