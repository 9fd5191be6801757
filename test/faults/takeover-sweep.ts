import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { main } from '@/scripts/process/main.mjs'
import type { DurablePoint } from './postgres-proxy'
import { reportOf, whatOf } from './report'
import { openServerPair } from './server-pair'
import { openSweepDatabase } from './sweep-database'
import { FAULTS, type FaultKind, type FaultPlace } from './takeover-fault'
import { RULINGS } from './takeover-person'
import {
  runTakeoverTrial,
  type TakeoverDeps,
  type TakeoverOutcome,
  type TakeoverPlan,
} from './takeover-trial'

/**
 * Two production servers on one database and one workspace. One of them is held up at every durable point of a
 * session and while it writes a file: an answer that comes late, a COMMIT that leaves late, a process that sleeps.
 * The other takes over, a person rules, and only then the first one goes on: from there on nothing may act.
 * Most of a trial is waiting for a lease to end, so several pairs of servers work side by side.
 *
 * `npm run proof` runs all of them; alone, or only those in which an effect is about to begin (`--effects`):
 *
 *   node --import ./scripts/typescript-hooks.mjs test/faults/takeover-sweep.ts
 *      [--effects] [--fault "late answer"] [--points 3-7] [--writes 4] [--pairs 2] [--keep]
 */
const { values } = parseArgs({
  options: {
    /** Only answers that come late and processes that sleep where a Call is let begin, and one write each. */
    effects: { type: 'boolean', default: false },
    /** Only this kind of fault. */
    fault: { type: 'string' },
    /** Only these durable points, as `7` or `3-7`. */
    points: { type: 'string' },
    /** How often a process is put to sleep while it writes. */
    writes: { type: 'string', default: '6' },
    pairs: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})

const HEAD = `\nfault           at  ruling     outcome    asked     ms  what became durable\n${'-'.repeat(100)}`

await main(async ({ signal }) => {
  const stack = new AsyncDisposableStack()
  try {
    const report = reportOf(await sweep(await openPairs(stack), signal))
    if (values.report) writeFileSync(values.report, JSON.stringify(report))
    return report.violations.length > 0 ? 1 : 0
  } finally {
    await stack.disposeAsync()
  }
})

async function openPairs(stack: AsyncDisposableStack): Promise<TakeoverDeps[]> {
  const open = async (_: unknown, index: number): Promise<TakeoverDeps> => {
    const base = await openSweepDatabase(stack, { mark: `takeover_${index}`, keep: values.keep })
    const pair = await openServerPair(base)
    stack.defer(pair.close)
    return { pair, database: base.database }
  }
  return Promise.all(Array.from({ length: Number(values.pairs) }, open))
}

async function sweep(all: TakeoverDeps[], signal: AbortSignal): Promise<TakeoverOutcome[]> {
  const [first] = all
  if (!first) throw new Error('There is no pair of servers.')
  const clean = await runTakeoverTrial({ name: 'clean', place: null, ruling: 'skip' }, first)
  console.log(`clean: ${clean.points} durable points in ${Math.round(clean.ms)} ms`)
  if (clean.violations.length > 0) {
    for (const text of clean.violations) console.log(`  - ${text}`)
    return [clean]
  }
  const left = plansFor(first.pair.proxy.points())
  console.log(HEAD)
  const outcomes: TakeoverOutcome[] = []
  const work = async (deps: TakeoverDeps): Promise<void> => {
    for (let plan = left.shift(); plan && !signal.aborted; plan = left.shift()) {
      const outcome = await runTakeoverTrial(plan, deps)
      outcomes.push(outcome)
      console.log(rowOf(outcome))
    }
  }
  await Promise.all(all.map(work))
  conclude(outcomes)
  return outcomes
}

/** Every fault at every place, with the rulings by turns. */
function plansFor(points: readonly DurablePoint[]): TakeoverPlan[] {
  const [from = 1, to = from] = values.points?.split('-').map(Number) ?? [1, points.length]
  const between = points.filter(({ number }) => from <= number && number <= to)
  const beginning = between.filter(point => whatOf(point).includes('call.started'))
  const placesOf = (kind: FaultKind): FaultPlace[] =>
    kind === 'asleep at work'
      ? Array.from({ length: values.effects ? 2 : Number(values.writes) }, (_, n) => ({
          kind,
          number: 1 + (n % 2),
        }))
      : (values.effects ? beginning : between).map(({ number }) => ({ kind, number }))
  const kinds = FAULTS.filter(kind => (values.effects ? kind !== 'late commit' : true))
  return kinds
    .filter(kind => !values.fault || kind === values.fault)
    .flatMap(placesOf)
    .map((place, index) => ({
      name: `${place.kind.replaceAll(' ', '-')}-${place.number}-${index}`,
      place,
      ruling: RULINGS[index % RULINGS.length] ?? 'skip',
    }))
}

function rowOf({ place, ruling, violations, questions, hasStruck, what, ms }: TakeoverOutcome): string {
  const verdict = violations.length > 0 ? 'VIOLATED' : hasStruck ? 'ok' : 'no strike'
  return [
    (place?.kind ?? '').padEnd(14),
    String(place?.number ?? '').padStart(3),
    ruling.padEnd(9),
    verdict.padEnd(9),
    String(questions).padStart(6),
    String(Math.round(ms)).padStart(6),
    what ?? '',
  ].join('  ')
}

function conclude(outcomes: TakeoverOutcome[]): void {
  const broken = outcomes.filter(({ violations }) => violations.length > 0)
  const questions = outcomes.filter(outcome => outcome.questions > 0).length
  const idle = outcomes.filter(({ hasStruck }) => !hasStruck).length
  console.log(
    `\n${outcomes.length} trials, ${questions} with unknown outcomes asked about, ${idle} without a strike, ${broken.length} with violations`,
  )
  for (const { name, violations } of broken) {
    console.log(`${name}:`)
    for (const text of violations) console.log(`  - ${text.replaceAll('\n', '\n    ')}`)
  }
}
