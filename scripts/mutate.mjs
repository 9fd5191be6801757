#!/usr/bin/env node
/**
 * `node scripts/mutate.mjs [words]`: breaks the program on purpose, one small change at a time, in a copy, and
 * expects the tests that guard what was broken to fail. A mutation that survives, or that no longer applies,
 * fails the run. Words choose mutations by invariant or name, as `node scripts/mutate.mjs I8` does.
 *
 * All of them cost nine minutes of computing, too much for `npm test`: that only checks that each of them, and
 * the test that guards it, is still there. Run it where nothing else runs, it counts on timely answers.
 */
import { main } from './main.mjs'
import { copyOfRepository } from './mutations/copy-of-repository.mjs'
import { MUTATIONS } from './mutations/mutations.mjs'
import { openTestPostgres } from './mutations/open-test-postgres.mjs'
import { runGuards } from './mutations/run-guards.mjs'
import { printTable } from './mutations/table.mjs'
import { prepareTools } from './prepare.mjs'
import { testEnvironment } from './test-environment.mjs'

const SIDE_BY_SIDE = 2

main(async ({ say, signal }) => {
  const settings = await prepareTools({ say, signal })
  const words = process.argv.slice(2)
  const chosen = MUTATIONS.filter(({ invariant, name }) =>
    words.every(word => `${invariant} ${name}`.toLowerCase().includes(word.toLowerCase())),
  )
  if (chosen.length === 0) throw new Error(`No mutation is called ${words.join(' ')}`)
  const postgres = await openTestPostgres({ ...settings, say, signal })
  const copies = Array.from({ length: SIDE_BY_SIDE }, () => copyOfRepository(settings.root))
  const env = testEnvironment(postgres.url)
  try {
    say(`${chosen.length} mutations; first the guards of all of them, on the program as it is`)
    const whole = await runGuards(copies[0], chosen, { env, signal })
    if (whole.verdict !== 'passed') throw new Error(`The guards do not pass as things are:\n${whole.detail}`)
    const verdicts = await judgeAll(chosen, { copies, env, signal })
    return printTable(chosen, verdicts)
  } finally {
    for (const copy of copies) copy.remove()
    await postgres.close()
  }
})

/** Every copy takes the next mutation as soon as it is free. */
async function judgeAll(mutations, { copies, env, signal }) {
  const left = [...mutations.entries()]
  const verdicts = []
  const work = async copy => {
    for (let next = left.shift(); next && !signal.aborted; next = left.shift()) {
      const [index, mutation] = next
      verdicts[index] = await judge(mutation, { copy, env, signal })
      console.log(`${verdicts[index].verdict.padEnd(9)} ${mutation.invariant}: ${mutation.name}`)
    }
  }
  await Promise.all(copies.map(work))
  return verdicts
}

/** `killed`: a guard failed. `survived`: all passed. Anything else says that nothing was proven. */
async function judge(mutation, { copy, env, signal }) {
  const impatient = { ...env, TEST_PATIENCE_MS: '9000' }
  const guards = () => runGuards(copy, [mutation], { env: impatient, signal })
  const undo = copy.mutate(mutation)
  if (!undo) return { verdict: 'unfit', detail: `“${mutation.from}” does not stand once in ${mutation.file}` }
  const { verdict, detail } = await guards().finally(undo)
  if (verdict === 'passed') return { verdict: 'survived', detail }
  if (verdict !== 'failed') return { verdict: 'unclear', detail }
  if (!OUT_OF_PATIENCE.test(detail)) return { verdict: 'killed', detail }
  const { verdict: control } = await guards()
  return control === 'passed'
    ? { verdict: 'killed', detail }
    : { verdict: 'unclear', detail: 'The guard has not enough time as things are.' }
}

/** What a mutation that makes something hang has in common with a machine that is too busy. */
const OUT_OF_PATIENCE = /timed out|It never came to be/
