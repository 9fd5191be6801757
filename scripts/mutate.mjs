#!/usr/bin/env node
import { prepareTools } from './launch/prepare.mjs'
import { joinTestPostgres } from './postgres/test-postgres.mjs'
/**
 * `node scripts/mutate.mjs [words]`: breaks the program on purpose, one small change at a time, in a copy, and
 * expects the tests that guard what was broken to fail. A mutation that survives, or that no longer applies,
 * fails the run. Words choose mutations by invariant or name, as `node scripts/mutate.mjs I8` does.
 *
 * All of them cost nine minutes of computing, too much for `npm test`: that only checks that each of them, and
 * the test that guards it, is still there, and that it names nothing that is gone, on which any test would fail.
 * Run it where nothing else runs, it counts on timely answers.
 */
import { main } from './process/main.mjs'
import { copyOfRepository } from './proof/copy-of-repository.mjs'
import { MUTATIONS } from './proof/mutations/mutations.mjs'
import { runGuards } from './proof/run-guards.mjs'
import { testEnvironment } from './test/suites.mjs'

const SIDE_BY_SIDE = 2

main(async ({ say, signal }) => {
  const settings = await prepareTools({ say, signal })
  const words = process.argv.slice(2)
  const chosen = MUTATIONS.filter(({ invariant, name }) =>
    words.every(word => `${invariant} ${name}`.toLowerCase().includes(word.toLowerCase())),
  )
  if (chosen.length === 0) throw new Error(`No mutation is called ${words.join(' ')}`)
  const postgres = await joinTestPostgres({
    root: settings.root,
    url: process.env.TEST_DATABASE_URL ?? settings.databaseUrl,
  })
  const copies = Array.from({ length: SIDE_BY_SIDE }, () => copyOfRepository(settings.root))
  const env = { ...testEnvironment(postgres.adminUrl), TEST_SCOPE: 'proof' }
  try {
    say(`${chosen.length} mutations; first the guards of all of them, on the program as it is`)
    const whole = await runGuards(copies[0], chosen, { env, signal })
    if (whole.verdict !== 'passed') throw new Error(`The guards do not pass as things are:\n${whole.detail}`)
    const verdicts = await judgeAll(chosen, { copies, env, signal })
    return printTable(chosen, verdicts)
  } finally {
    for (const copy of copies) copy.remove()
    await postgres.leave()
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

/**
 * Prints invariant × mutation × test × verdict, then what went wrong, then one line of counts.
 *
 * @returns {number} the exit code
 */
function printTable(mutations, verdicts) {
  const rows = mutations.map(({ invariant, name, guard }, index) => [
    ...[
      invariant,
      name,
      `${guard.file.replace(/^lib\//, '')} “${guard.test}”`,
      verdicts[index]?.verdict ?? 'not run',
    ],
  ])
  const header = ['invariant', 'mutation', 'guarded by', 'verdict']
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map(row => row[column].length)))
  console.log('')
  for (const row of [header, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
  for (const [index, row] of rows.entries()) {
    if (row[3] !== 'killed')
      console.log(`\n${row[3]}: ${row[0]}: ${row[1]}\n${verdicts[index]?.detail ?? ''}`)
  }
  const killed = rows.filter(row => row[3] === 'killed').length
  const survived = rows.filter(row => row[3] === 'survived').length
  const unproven = rows.length - killed - survived
  if (unproven > 0) console.log(`\n${unproven} did not apply or could not be judged`)
  console.log(`\n${killed} killed, ${survived} survived`)
  return killed === rows.length ? 0 : 1
}
