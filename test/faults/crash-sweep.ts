import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { main } from '@/scripts/process/main.mjs'
import { replayModel, wireModel } from './models'
import { type DurablePoint, startPostgresProxy } from './postgres-proxy'
import { HEAD, reportOf, rowOf, summary, type Tried, whatOf } from './report'
import { isSessionFact } from './session-facts'
import { Stage } from './stage'
import { openSweepDatabase } from './sweep-database'
import { type KillAt, runTrial, type TrialDeps, type TrialOutcome } from './trial'

/**
 * Kills the production server with -9 before and after every durable statement of one session, and checks
 * after each that nothing was lost, repeated, unasked or left behind. It is a program and not a test file:
 * its trials share servers, and its table is its result. A trial mostly waits for the lease of the dead server to
 * end, so several servers, each with a database of its own, share the trials. `npm test` tries some of them after the
 * build, and `npm run proof` all; alone, on the build that is there:
 *
 *   node --import ./scripts/typescript-hooks.mjs test/faults/crash-sweep.ts
 *      [--model replay|wire] [--points 3-7] [--sample 10 --seed 1] [--servers 2] [--timed] [--again 1] [--keep]
 */
const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'replay' },
    /** Only these points, as `7` or `3-7`. */
    points: { type: 'string' },
    /** Only so many trials, which the seed chooses. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '0' },
    servers: { type: 'string', default: '2' },
    /** A restart that takes too long is a violation too: only where nothing else runs. */
    timed: { type: 'boolean', default: false },
    /** A second kill, after so many durable statements of the server that has come back. */
    again: { type: 'string' },
    /** The server to start instead of the production build; the port is appended. */
    command: { type: 'string' },
    /** Leave the workspace where it is. */
    keep: { type: 'boolean', default: false },
    /** A file for what it came to, as JSON; there is none where it came to no end. */
    report: { type: 'string' },
  },
})

await main(async ({ signal }) => {
  const opened = new AsyncDisposableStack()
  try {
    const all = Array.from({ length: Number(values.servers) }, (_, index) => open(opened, index))
    const report = reportOf(await sweep(await Promise.all(all), signal))
    if (values.report) writeFileSync(values.report, JSON.stringify(report))
    return report.violations.length > 0 ? 1 : 0
  } finally {
    await opened.disposeAsync()
  }
})

/** Everything that has to be closed again, in the reverse order, however far it came. */
async function open(opened: AsyncDisposableStack, index: number): Promise<TrialDeps> {
  const { folder, databaseUrl, database } = await openSweepDatabase(opened, {
    mark: `${values.model}_${index}`,
    keep: values.keep,
  })
  const model = values.model === 'wire' ? await wireModel() : replayModel()
  opened.defer(model.close)
  const proxy = await startPostgresProxy({ databaseUrl, counts: isSessionFact })
  opened.defer(proxy.close)
  const server = { databaseUrl: proxy.through(databaseUrl), folder, env: model.env }
  const command = values.command?.split(' ')
  const stage = await Stage.open(command ? { ...server, command } : server)
  opened.defer(() => stage.close())
  return { stage, proxy, database, model, isTimed: values.timed }
}

async function sweep(all: TrialDeps[], signal: AbortSignal): Promise<TrialOutcome[]> {
  const { plan, broken } = await cleanPasses(all)
  if (broken) return [broken]
  const again = values.again ? Number(values.again) : undefined
  const left = placesIn(plan)
  const tried: Tried[] = []
  console.log(`\n${HEAD}`)
  await sideBySide(all, async deps => {
    for (let at = left.shift(); at; at = left.shift()) {
      signal.throwIfAborted()
      const outcome = await reach({ ...at, again }, plan[at.number - 1], deps)
      tried.push({ ...outcome, ...at })
      console.log(rowOf({ ...outcome, ...at }))
      if (outcome.violations.length > 0) await deps.stage.begin()
    }
  })
  console.log(summary(tried))
  return tried
}

async function sideBySide(all: TrialDeps[], work: (deps: TrialDeps) => Promise<void>): Promise<void> {
  await Promise.all(all.map(work))
}

/** Where this sweep kills, in the order of the story. */
function placesIn(plan: readonly DurablePoint[]): Pick<KillAt, 'number' | 'side'>[] {
  const [from = 1, to = from] = values.points?.split('-').map(Number) ?? [1, plan.length]
  const all = plan
    .filter(({ number }) => from <= number && number <= to)
    .flatMap(({ number }) => (['before', 'after'] as const).map(side => ({ number, side })))
  const sample = new Set(all.toSorted(byChance).slice(0, Number(values.sample ?? all.length)))
  return all.filter(at => sample.has(at))
}

/** The same seed chooses the same. */
function byChance(one: Pick<KillAt, 'number' | 'side'>, other: Pick<KillAt, 'number' | 'side'>): number {
  const lot = ({ number, side }: Pick<KillAt, 'number' | 'side'>) =>
    createHash('sha256').update(`${values.seed} ${number} ${side}`).digest('hex')
  return lot(one) < lot(other) ? -1 : 1
}

/**
 * A write that is refused and made again shifts the numbers of those after it. A trial that died elsewhere than
 * planned, or not at all, is tried again, and what it broke counts all the same.
 */
async function reach(
  at: KillAt,
  planned: DurablePoint | undefined,
  deps: TrialDeps,
): Promise<TrialOutcome & { planned: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runTrial(`trial-${at.number}-${at.side}-${attempt}`, deps, at)
    const isPlanned = Boolean(outcome.point && planned && whatOf(outcome.point) === whatOf(planned))
    if (isPlanned || outcome.violations.length > 0) return { ...outcome, planned: isPlanned }
    if (attempt < 3) continue
    const violations = outcome.point ? [] : ['the point was never reached']
    return { ...outcome, violations, planned: false }
  }
}

/** Three times without a kill. What they mostly make durable is the plan; the fullest, where each is another. */
async function cleanPasses(
  all: TrialDeps[],
): Promise<{ plan: readonly DurablePoint[]; broken?: TrialOutcome }> {
  const left = ['clean-1', 'clean-2', 'clean-3']
  const passes: (readonly DurablePoint[])[] = []
  const failed: TrialOutcome[] = []
  await sideBySide(all, async deps => {
    for (let name = left.shift(); name; name = left.shift()) {
      const outcome = await runTrial(name, deps)
      const { violations, ms } = outcome
      const points = deps.proxy.points()
      console.log(`${name}: ${points.length} durable points in ${Math.round(ms)} ms`)
      for (const text of violations) console.log(`  - ${text}`)
      if (violations.length > 0) failed.push(outcome)
      passes.push(points)
    }
  })
  const [broken] = failed
  if (broken) return { plan: [], broken }
  const plan = usual(passes)
  for (const point of plan)
    console.log(
      `${String(point.number).padStart(5)}  ${point.autocommit ? 'alone ' : 'commit'}  ${whatOf(point)}`,
    )
  return { plan }
}

function usual(passes: (readonly DurablePoint[])[]): readonly DurablePoint[] {
  const story = (points: readonly DurablePoint[]) => points.map(whatOf).join('\n')
  const times = (points: readonly DurablePoint[]) => passes.filter(one => story(one) === story(points)).length
  return passes.toSorted((a, b) => times(b) - times(a) || b.length - a.length)[0] ?? []
}
