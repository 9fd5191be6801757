/**
 * One late answer among thousands of tests says nothing about the program. What failed is therefore run once more:
 * its file alone, by one worker, with nothing beside it. What fails again has failed; what passes has passed, and is
 * named as flaky, for somebody to mend its cause. A second look is not a way around: an invariant that was seen broken
 * gets none, and of more than MOST tests that failed nobody believes that all of them were only late.
 */

/** @typedef {import('./suites.mjs').Outcome} Outcome */

export const MOST = 10

/**
 * @param {Outcome[]} outcomes
 * @param {(text: string) => void} say
 * @returns {Promise<Outcome[]>}
 */
export async function secondLook(outcomes, say) {
  const doubtful = outcomes.flatMap(({ failures }) => failures.filter(isInDoubt))
  if (doubtful.length === 0) return outcomes
  if (doubtful.length > MOST) {
    say(`${doubtful.length} tests failed: too many for a second look`)
    return outcomes
  }
  const looked = []
  for (const outcome of outcomes) looked.push(await lookAgain(outcome, say))
  return looked
}

const isInDoubt = ({ file, isBroken }) => file !== null && !isBroken

/** @param {Outcome} outcome @returns {Promise<Outcome>} */
async function lookAgain(outcome, say) {
  const files = [...new Set(outcome.failures.filter(isInDoubt).map(({ file }) => file))]
  const failures = outcome.failures.filter(failure => !isInDoubt(failure))
  const flaky = []
  for (const file of files) {
    say(`a second look at ${file}`)
    const again = await outcome.again(file)
    const first = outcome.failures.filter(failure => isInDoubt(failure) && failure.file === file)
    flaky.push(...first.filter(failure => isCleared(failure, again)))
    const uncleared = first.filter(failure => !isCleared(failure, again))
    for (const failure of [...again.failures, ...uncleared])
      if (!failures.some(({ title }) => title === failure.title)) failures.push(failure)
  }
  const passes = [...outcome.passes, ...flaky.filter(({ isTest }) => isTest).map(({ title }) => title)]
  return { ...outcome, passes, failures, flaky }
}

/** A test by having passed, a file by having nothing to complain about; where nothing ran, nobody. */
const isCleared = ({ title, isTest }, { passes, failures }) =>
  isTest
    ? passes.includes(title) && !failures.some(other => other.title === title)
    : passes.length > 0 && failures.length === 0
