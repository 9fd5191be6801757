import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runNode, runTypescript } from '../process/run-node.mjs'
import { checkLayers } from './layers.mjs'
import { readPlaywright, readVitest } from './reports.mjs'

/** @typedef {{ name: string, passed: number, failed: number, failures?: string[], ms?: number }} Outcome */

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

const bin = (root, file) => path.join(root, 'node_modules', file)

/** A suite that is one thing, which holds or does not. @param {Options} options @returns {Promise<Outcome>} */
export async function one(name, [file, ...args], options) {
  const code = await runNode([path.join(options.root, file), ...args], options)
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}

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
  return { name: 'layers', passed: faults.length > 0 ? 0 : 1, failed: faults.length > 0 ? 1 : 0 }
}

/** Unit tests, and those on a Postgres. @param {Options} options @returns {Promise<Outcome>} */
export const vitest = options =>
  withReport(async report => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await runNode([bin(options.root, 'vitest/vitest.mjs'), 'run', ...reporters], options)
    return counted('unit and scenario tests', { ...readVitest(readReport(report), options.root), code })
  })

/** Journeys in a browser. @param {Options} options @returns {Promise<Outcome>} */
export const journeys = options =>
  withReport(async report => {
    const env = { ...options.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const args = [bin(options.root, 'playwright/cli.js'), 'test', '--reporter=list,json']
    const code = await runNode(args, { ...options, env })
    return counted('journeys in a browser', { ...readPlaywright(readReport(report)), code })
  })

/**
 * The production server killed around durable writes of a session: each kill is a trial. A trial mostly waits for the
 * lease of the dead server to end, so two sweeps share them. `sample`: so many of the trials, which `seed` chooses.
 *
 * @param {Options & { sample?: number, seed?: number }} options @returns {Promise<Outcome>}
 */
export async function crashes({ sample, seed, ...options }) {
  const name = sample ? `crashes around durable writes, seed ${seed}` : 'crashes around every durable write'
  const chosen = sample ? ['--sample', String(sample), '--seed', String(seed)] : []
  const part = which =>
    sweep(options, { name, file: 'bench/faults/crash-sweep.ts', args: ['--part', which, ...chosen] })
  const parts = await Promise.all([part('1/2'), part('2/2')])
  const total = key => parts.reduce((sum, outcome) => sum + outcome[key], 0)
  return { name, passed: total('passed'), failed: total('failed') }
}

/**
 * One of two servers held up, while the other takes over: at every durable point and write, or, as most of them end
 * the same way, only where an effect is about to begin.
 *
 * @param {Options & { isWhole?: boolean }} options @returns {Promise<Outcome>}
 */
export const takeovers = ({ isWhole = false, ...options }) =>
  sweep(options, {
    name: 'takeovers from a server that is late or asleep',
    file: 'bench/faults/takeover-sweep.ts',
    args: isWhole ? [] : ['--effects'],
  })

const sweep = (options, { name, file, args }) =>
  withReport(async report => {
    const code = await runTypescript({ ...options, file, args: [...args, '--report', report] })
    const { passed = 0, failed = 0 } = readReport(report)
    return counted(name, { passed, failed, code })
  })

async function withReport(work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-report-'))
  try {
    return await work(path.join(folder, 'report.json'))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Empty where the program ended without one. */
const readReport = file => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {})

/** A suite that ran nothing, or that failed without naming a test, has failed. */
function counted(name, { passed, failed, failures = [], code }) {
  const unnamed = failed === 0 && (code !== 0 || passed === 0)
  return { name, passed, failed: failed + (unnamed ? 1 : 0), failures }
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

/**
 * Prints what failed once more, as it is far up by then, and the line that ends a run of suites.
 *
 * @param {Outcome[]} outcomes @returns {number} the exit code
 */
export function conclude(outcomes) {
  for (const failure of outcomes.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${failure}`)
  for (const { name, passed, failed, ms } of outcomes)
    console.log(`${name}: ${passed} passed, ${failed} failed (${Math.round(ms / 1000)} s)`)
  const total = key => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') > 0 ? 1 : 0
}
