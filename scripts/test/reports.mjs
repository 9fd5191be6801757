import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a report of Vitest or Playwright says: how many tests passed, and what became of those that did not. */

/**
 * `file`: where a second look would be taken, null where there is none. `isTest`: it has the name of a test, and is not
 * about a file as a whole. `isBroken`: an invariant was seen broken, which is never looked at twice.
 *
 * @typedef {{ file: string | null, title: string, message: string, isTest: boolean, isBroken: boolean }} Failure
 * @typedef {{ passes: string[], failures: Failure[], files: { file: string, ms: number }[] }} Told the titles of tests
 *   that passed, what did not, and how long the tests of each file took
 */

const LINES = 12
const CHARACTERS = 1_200

/** By this tag a test says that what it shows is an invariant: its failure counts at once. */
const TAG = 'invariant'

/** So does a check of invariants that is part of any test, or a server that died without having been killed. */
const BROKEN = /\bInvariant \w+ is broken\b|\bThe server died\b/

/** The Node of a worker ended under a file of tests, of which there is no result then: V8 has aborted, or somebody. */
const CRASHED = /^Error: \[vitest-pool\]: Worker \w+ emitted error/

/** What did not come in time was not seen broken. */
const LATE = /timed out|Timeout|It never came to be/i

/**
 * @param {{ testResults?: object[], unhandled?: { file?: string, message: string }[] }} report Vitest's JSON, and the
 *   errors that no test caught (see unhandled-reporter.mjs); empty where it ended without one
 * @param {string} root
 * @returns {Told}
 */
export function readVitest({ testResults = [], unhandled = [] }, root) {
  const files = testResults.map(result => ({ ...result, file: path.relative(root, result.name) }))
  const titleOf = (file, { fullName }) => `${file} › ${fullName}`
  const passes = files.flatMap(({ file, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(test => titleOf(file, test)),
  )
  const failures = files.flatMap(({ file, message, ...result }) => {
    if (hasEnded(result)) return [failure({ file, title: file, text: message })]
    return failedOf(result).map(test => {
      const text = test.failureMessages.join('\n')
      return failure({ file, title: titleOf(file, test), text, tags: test.tags, isTest: true })
    })
  })
  const ended = files.find(hasEnded)
  const uncaught = unhandled.map(({ file, message }) => {
    const own = file ? path.relative(root, file) : null
    const place = own ?? (CRASHED.test(message) ? (ended?.file ?? null) : null)
    return failure({
      file: place,
      title: `${place ?? 'Vitest'} › an error that no test caught`,
      text: message,
    })
  })
  const times = files.map(({ file, startTime, endTime }) => ({ file, ms: endTime - startTime }))
  return { passes, failures: [...failures, ...uncaught], files: times }
}

const failedOf = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed')

/** A file that could not be read, or whose tests came to no end. */
const hasEnded = result => result.status === 'failed' && failedOf(result).length === 0

/** Whatever is not as expected at the first try has failed. @param {object} report Playwright's JSON. @returns {Told} */
export function readPlaywright({ suites = [], errors = [] }) {
  const tests = suites.flatMap(testsOf)
  const passes = tests.filter(({ status }) => status === 'expected').map(({ title }) => title)
  const failures = [
    ...errors.map(({ message }) => failure({ title: 'journeys', text: message })),
    ...tests
      .filter(({ status }) => status !== 'expected')
      .map(test => failure({ ...test, text: saidOf(test), isTest: true })),
  ]
  return { passes, failures, files: timesOf(tests) }
}

const timesOf = tests =>
  [...Map.groupBy(tests, ({ file }) => file)].map(([file, all]) => ({
    file,
    ms: all.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))

const testsOf = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ file, line, title, tests, tags }) =>
    tests.map(test => ({ ...test, file, title: `${file}:${line} › ${title}`, tags })),
  ),
  ...suites.flatMap(testsOf),
]

const saidOf = ({ status, results }) =>
  results.flatMap(result => result.errors.map(error => error.message)).join('\n') || status

/** @returns {Failure} */
function failure({ file = null, title, text = '', tags = [], isTest = false }) {
  const message = stripVTControlCharacters(text)
  const isBroken = BROKEN.test(message) || (tags.includes(TAG) && !LATE.test(message))
  return { file, title, message, isTest, isBroken }
}

/** A failure as few lines as tell it, as whoever reads the end of a long output sees no more. @param {Failure} failure */
export function inBrief({ title, message }) {
  const lines = message
    .trim()
    .split('\n')
    .filter(line => !line.includes('node_modules'))
  const said = lines.slice(0, LINES).join('\n').slice(0, CHARACTERS)
  return `${title}\n${said.replace(/^/gm, '    ')}`
}
