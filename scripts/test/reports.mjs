import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a report of Vitest or Playwright says: how many tests passed, and what became of those that did not. */

/**
 * `file`: where a second look would be taken, null where there is none. `isBroken`: an invariant was seen broken, which
 * is never looked at twice.
 *
 * @typedef {{ file: string | null, title: string, message: string, isBroken: boolean }} Failure
 * @typedef {{ passed: number, failures: Failure[] }} Told
 */

const LINES = 12
const CHARACTERS = 1_200

/** By this tag a test says that what it shows is an invariant: its failure counts at once. */
const TAG = 'invariant'

/** So does a check of invariants that is part of any test, or a server that died without having been killed. */
const BROKEN = /\bInvariant \w+ is broken\b|\bThe server died\b/

/** What did not come in time was not seen broken. */
const LATE = /timed out|Timeout|It never came to be/i

/** @param {object} report Vitest's JSON, empty where it ended without one. @param {string} root @returns {Told} */
export function readVitest({ numPassedTests = 0, testResults = [] }, root) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const tests = assertionResults.filter(test => test.status === 'failed')
    if (status === 'failed' && tests.length === 0) return [failure({ file, title: file, text: message })]
    return tests.map(({ fullName, failureMessages, tags }) =>
      failure({ file, title: `${file} › ${fullName}`, text: failureMessages.join('\n'), tags }),
    )
  })
  return { passed: numPassedTests, failures }
}

/** Whatever is not as expected at the first try has failed. @param {object} report Playwright's JSON. @returns {Told} */
export function readPlaywright({ stats = {}, suites = [], errors = [] }) {
  const failures = [
    ...errors.map(({ message }) => failure({ title: 'journeys', text: message })),
    ...suites.flatMap(ofSuite),
  ]
  return { passed: stats.expected ?? 0, failures }
}

const ofSuite = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ file, line, title, tests, tags }) =>
    tests
      .filter(test => test.status !== 'expected')
      .map(test => failure({ file, title: `${file}:${line} › ${title}`, text: saidOf(test), tags })),
  ),
  ...suites.flatMap(ofSuite),
]

const saidOf = ({ status, results }) =>
  results.flatMap(result => result.errors.map(error => error.message)).join('\n') || status

/** @returns {Failure} */
function failure({ file = null, title, text = '', tags = [] }) {
  const message = stripVTControlCharacters(text)
  const isBroken = BROKEN.test(message) || (tags.includes(TAG) && !LATE.test(message))
  return { file, title, message, isBroken }
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
