import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checkLayers } from './layers.mjs'
import { readPlaywright, readVitest } from './reports.mjs'
import { runTypescript } from './run-typescript.mjs'

/** @typedef {{ name: string, passed: number, failed: number, failures?: string[] }} Outcome */
/** @typedef {{ root: string, env: Record<string, string | undefined>, signal?: AbortSignal }} Options */

const bin = (root, file) => path.join(root, 'node_modules', file)

/** Runs a program of ours on our terminal and gives its exit code. */
async function run(args, { root, env, signal }) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  const abort = () => child.kill('SIGTERM')
  signal?.addEventListener('abort', abort, { once: true })
  const [code] = await once(child, 'exit')
  signal?.removeEventListener('abort', abort)
  signal?.throwIfAborted()
  return code ?? 1
}

const one = (name, isGood) => ({ name, passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 })

/** @param {Options} options @returns {Promise<Outcome>} */
export const types = async options =>
  one('types', (await run([bin(options.root, 'typescript/bin/tsc'), '--noEmit', '-p', '.'], options)) === 0)

/** @param {Options} options @returns {Promise<Outcome>} */
export const lint = async options =>
  one(
    'lint',
    (await run(
      [bin(options.root, '@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
      options,
    )) === 0,
  )

/** @param {Options} options @returns {Promise<Outcome>} */
export async function layers({ root }) {
  const { modules, faults } = checkLayers(root)
  for (const fault of faults) console.error(fault)
  console.log(`layers: ${modules} modules, ${faults.length} faults`)
  return one('layers', faults.length === 0)
}

/** Unit tests, and those on a Postgres. @param {Options} options @returns {Promise<Outcome>} */
export async function vitest(options) {
  return withReport(async report => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run([bin(options.root, 'vitest/vitest.mjs'), 'run', ...reporters], options)
    return counted('unit and scenario tests', { ...readVitest(readReport(report), options.root), code })
  })
}

/** Journeys in a browser. @param {Options} options @returns {Promise<Outcome>} */
export async function journeys(options) {
  return withReport(async report => {
    const env = { ...options.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const args = [bin(options.root, '@playwright/test/cli.js'), 'test', '--reporter=list,json']
    const code = await run(args, { ...options, env })
    return counted('journeys in a browser', { ...readPlaywright(readReport(report)), code })
  })
}

/**
 * The production server killed around every durable write of a session: each kill is a trial.
 *
 * @param {Options} options @returns {Promise<Outcome>}
 */
export async function crashes(options) {
  return withReport(async report => {
    const code = await runTypescript({
      ...options,
      file: 'bench/faults/crash-sweep.ts',
      args: ['--report', report],
    })
    options.signal?.throwIfAborted()
    const { passed = 0, failed = 0 } = readReport(report)
    return counted('crashes around every durable write', { passed, failed, code })
  })
}

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

/**
 * Prints what failed once more, as it is far up by then, and the line that ends a run of suites.
 *
 * @param {Outcome[]} outcomes @returns {number} the exit code
 */
export function conclude(outcomes) {
  for (const failure of outcomes.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${failure}`)
  for (const { name, passed, failed } of outcomes) console.log(`${name}: ${passed} passed, ${failed} failed`)
  const total = key => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') > 0 ? 1 : 0
}
