import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a report of Vitest or Playwright says: how many tests passed, and what became of those that did not. */

/** @typedef {{ passed: number, failed: number, failures: string[] }} Told */

const LINES = 12
const CHARACTERS = 1_200

/** @param {object} report Vitest's JSON, empty where it ended without one. @param {string} root @returns {Told} */
export function readVitest({ numPassedTests = 0, numFailedTests = 0, testResults = [] }, root) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const tests = assertionResults.filter(test => test.status === 'failed')
    if (status === 'failed' && tests.length === 0) return [failure(file, message)]
    return tests.map(test => failure(`${file} › ${test.fullName}`, test.failureMessages.join('\n')))
  })
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

/** Whatever is not as expected at the first try has failed. @param {object} report Playwright's JSON. @returns {Told} */
export function readPlaywright({ stats = {}, suites = [], errors = [] }) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  const failures = [...errors.map(error => failure('journeys', error.message)), ...suites.flatMap(ofSuite)]
  return { passed: expected, failed: unexpected + flaky + skipped, failures }
}

const ofSuite = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(spec =>
    spec.tests
      .filter(test => test.status !== 'expected')
      .map(test => failure(`${spec.file}:${spec.line} › ${spec.title}`, saidOf(test))),
  ),
  ...suites.flatMap(ofSuite),
]

const saidOf = ({ status, results }) =>
  results.flatMap(result => result.errors.map(error => error.message)).join('\n') || status

/** A failure as few lines as tell it, as whoever reads the end of a long output sees no more. */
function failure(title, message = '') {
  const lines = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter(line => !line.includes('node_modules'))
  const said = lines.slice(0, LINES).join('\n').slice(0, CHARACTERS)
  return `${title}\n${said.replace(/^/gm, '    ')}`
}
