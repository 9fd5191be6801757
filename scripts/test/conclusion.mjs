import { inBrief } from './reports.mjs'
import { slowestFiles } from './stages.mjs'

/** @typedef {import('./suites.mjs').Outcome} Outcome */

/** What became of suites, as a table to be pasted somewhere. @param {Outcome[]} outcomes */
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
 * Prints which files were slow, what was flaky or failed once more, as it is far up by then, and the line that ends a
 * run of suites.
 *
 * @param {Outcome[]} outcomes @returns {number} the exit code
 */
export function conclude(outcomes) {
  for (const line of [...slowestFiles(outcomes), '']) console.log(line)
  const flaky = outcomes.flatMap(outcome => outcome.flaky)
  for (const [file, failures] of Map.groupBy(flaky, failure => failure.file)) {
    console.log(`flaky: ${file} failed, and passed when it was run alone: mend what makes it fail`)
    for (const failure of failures) console.log(inBrief(failure).replace(/^/gm, '    '))
  }
  for (const failure of outcomes.flatMap(outcome => outcome.failures))
    console.log(`failed: ${inBrief(failure)}`)
  for (const outcome of outcomes)
    console.log(
      `${outcome.name}: ${outcome.passes.length} passed, ${outcome.failures.length} failed, ${outcome.flaky.length} flaky`,
    )
  const count = key => outcomes.flatMap(outcome => outcome[key]).length
  const failed = count('failures')
  console.log(`${count('passes')} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}
