/**
 * Whether tests notice when the program is changed: Stryker changes pure functions, one small place at a time, and runs
 * the tests that come by there. `node scripts/test/mutations.mjs [file…]` does it for some files, and prints what
 * survived. What runs while a file is loaded, such as a schema, is left alone: all tests would have to run anew for each.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../launch/settings.mjs'
import { runNode } from '../process/run-node.mjs'

const SOURCES = ['lib/domain/**/*.ts', 'lib/record/**/*.ts']
/** Its test reads the list as a text. */
const LEFT_OUT = ['!**/*.test.ts', '!lib/domain/policy/trusted-files.ts']
/** The widths of a rule are tested beside the tools whose calls they are of. */
const TESTS = ['lib/domain/**/*.test.ts', 'lib/record/**/*.test.ts', 'lib/tools/rule-widths.test.ts']

/** So many of a hundred changes are noticed at least. */
const LEAST = 60

/** @type {import('./suites.mjs').Suite} */
export const mutations = {
  name: 'mutations',
  run: async options => {
    const mutants = await mutantsOf(SOURCES, options)
    const { score, noticed, all } = scoreOf(mutants)
    const name = `mutations noticed by tests: ${score.toFixed(1)} % of ${all}, ${LEAST} % are the least`
    const isEnough = score >= LEAST
    const title = isEnough ? [] : [`${noticed} of ${all} mutations were noticed`]
    const failures = title.map(text => ({
      file: null,
      title: text,
      message: '',
      isTest: false,
      isBroken: false,
    }))
    return { name, passes: isEnough ? [name] : [], failures, flaky: [] }
  },
}

/** One that no test comes by is not noticed; one after which a test has no end is. */
function scoreOf(mutants) {
  const of = (...kinds) => mutants.filter(({ status }) => kinds.includes(status)).length
  const noticed = of('Killed', 'Timeout')
  const all = noticed + of('Survived', 'NoCoverage')
  return { noticed, all, score: all === 0 ? 0 : (100 * noticed) / all }
}

/** @returns {Promise<{ file: string, status: string, mutatorName: string, replacement?: string, location: object }[]>} */
async function mutantsOf(sources, { root, env, signal }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-mutations-'))
  const config = path.join(folder, 'config.json')
  const report = path.join(folder, 'report.json')
  fs.writeFileSync(config, JSON.stringify(configOf({ root, sources, folder, report })))
  try {
    const program = path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
    await runNode([program, 'run', config], { root, env: { ...env, TEST_SCOPE: 'mutations' }, signal })
    const { files } = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : { files: {} }
    return Object.entries(files).flatMap(([file, { mutants }]) =>
      mutants.map(mutant => ({ file, ...mutant })),
    )
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const configOf = ({ root, sources, folder, report }) => ({
  mutate: [...sources, ...LEFT_OUT],
  testFiles: TESTS,
  testRunner: 'vitest',
  plugins: [path.join(root, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: os.availableParallelism(),
  ignorePatterns: ['.countersign', 'app', 'bench', 'components', 'docs', 'e2e', 'public'],
  tempDirName: path.join(folder, 'copy'),
  cleanTempDir: 'always',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: report },
  allowConsoleColors: false,
})

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const chosen = process.argv.slice(2)
  const mutants = await mutantsOf(chosen.length > 0 ? chosen : SOURCES, { root: ROOT, env: process.env })
  for (const { file, status, location, mutatorName, replacement = '' } of mutants)
    if (status === 'Survived' || status === 'NoCoverage')
      console.log(
        `${status.padEnd(10)} ${file}:${location.start.line} ${mutatorName} ${replacement.slice(0, 60)}`,
      )
  const { score, noticed, all } = scoreOf(mutants)
  console.log(`${noticed} of ${all} mutations noticed, ${score.toFixed(1)} %`)
}
