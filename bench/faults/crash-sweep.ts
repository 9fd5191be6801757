import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { asAdmin, withName } from '@/lib/testing/admin-database'
import { main } from '@/scripts/main.mjs'
import { migrate } from '@/scripts/migrate.mjs'
import { ROOT } from '@/scripts/settings.mjs'
import { joinTestPostgres, scratchName } from '@/scripts/test-postgres.mjs'
import { replayModel, wireModel } from './models'
import { type DurablePoint, startPostgresProxy } from './postgres-proxy'
import { HEAD, rowOf, summary, type Tried, whatOf } from './report'
import { isSessionFact } from './session-facts'
import { Stage } from './stage'
import { type KillAt, runTrial, type TrialDeps, type TrialOutcome } from './trial'

/**
 * Kills the production server with -9 before and after every durable statement of one session, and checks
 * after each that nothing was lost, repeated, unasked or left behind. It is a program and not a test file:
 * its trials share one server and depend on their order, and its table is its result. `npm test` runs it after
 * the build; alone, on the build that is there:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/faults/crash-sweep.ts
 *      [--model replay|wire] [--points 3-7] [--again 1] [--keep]
 */
const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'replay' },
    /** Only these points, as `7` or `3-7`. */
    points: { type: 'string' },
    /** A second kill, after so many durable statements of the server that has come back. */
    again: { type: 'string' },
    /** The server to start instead of the production build; the port is appended. */
    command: { type: 'string' },
    /** Leave the workspace where it is. */
    keep: { type: 'boolean', default: false },
    /** A file for the counts of trials, as JSON; there is none where it came to no end. */
    report: { type: 'string' },
  },
})

await main(async ({ signal }) => {
  const opened = new AsyncDisposableStack()
  try {
    const counts = await sweep(await open(opened), signal)
    if (values.report) writeFileSync(values.report, JSON.stringify(counts))
    return counts.failed > 0 ? 1 : 0
  } finally {
    await opened.disposeAsync()
  }
})

/** Everything that has to be closed again, in the reverse order, however far it came. */
async function open(opened: AsyncDisposableStack): Promise<TrialDeps> {
  const folder = mkdtempSync(join(tmpdir(), 'crash-sweep-'))
  if (!values.keep) opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const { adminUrl, leave } = await joinTestPostgres({ root: ROOT })
  opened.defer(leave)
  const name = scratchName('sweep', values.model)
  opened.defer(() => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  const databaseUrl = withName(adminUrl, name)
  await migrate({ url: databaseUrl })
  const model = values.model === 'wire' ? await wireModel() : replayModel()
  opened.defer(model.close)
  const proxy = await startPostgresProxy({ databaseUrl, counts: isSessionFact })
  opened.defer(proxy.close)
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  opened.defer(() => database.end())
  const server = { databaseUrl: proxy.through(databaseUrl), folder, env: model.env }
  const command = values.command?.split(' ')
  const stage = await Stage.open(command ? { ...server, command } : server)
  opened.defer(() => stage.close())
  return { stage, proxy, database, model }
}

async function sweep(deps: TrialDeps, signal: AbortSignal): Promise<{ passed: number; failed: number }> {
  const plan = await cleanPasses(deps)
  if (!plan) return { passed: 0, failed: 1 }
  const [from = 1, to = from] = values.points?.split('-').map(Number) ?? [1, plan.length]
  const again = values.again ? Number(values.again) : undefined
  const tried: Tried[] = []
  console.log(`\n${HEAD}`)
  for (let number = from; number <= to; number += 1) {
    for (const side of ['before', 'after'] as const) {
      signal.throwIfAborted()
      const outcome = await reach({ number, side, again }, plan[number - 1], deps)
      tried.push({ ...outcome, number, side })
      console.log(rowOf({ ...outcome, number, side }))
      if (outcome.violations.length > 0) await deps.stage.begin()
    }
  }
  console.log(summary(tried, to - from + 1))
  const passed = tried.filter(({ violations }) => violations.length === 0).length
  return { passed, failed: tried.length - passed }
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
async function cleanPasses(deps: TrialDeps): Promise<readonly DurablePoint[] | null> {
  const passes: (readonly DurablePoint[])[] = []
  for (const name of ['clean-1', 'clean-2', 'clean-3']) {
    const { violations, ms } = await runTrial(name, deps)
    const points = deps.proxy.points()
    console.log(`${name}: ${points.length} durable points in ${Math.round(ms)} ms`)
    for (const text of violations) console.log(`  - ${text}`)
    if (violations.length > 0) return null
    passes.push(points)
  }
  const plan = usual(passes)
  for (const point of plan)
    console.log(
      `${String(point.number).padStart(5)}  ${point.autocommit ? 'alone ' : 'commit'}  ${whatOf(point)}`,
    )
  return plan
}

function usual(passes: (readonly DurablePoint[])[]): readonly DurablePoint[] {
  const story = (points: readonly DurablePoint[]) => points.map(whatOf).join('\n')
  const times = (points: readonly DurablePoint[]) => passes.filter(one => story(one) === story(points)).length
  return passes.toSorted((a, b) => times(b) - times(a) || b.length - a.length)[0] ?? []
}
