import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { migrate } from '@/scripts/migrate.mjs'
import { joinPostgres } from '@/scripts/postgres.mjs'
import { ROOT } from '@/scripts/settings.mjs'
import { replayModel, wireModel } from './models'
import { type DurablePoint, startPostgresProxy } from './postgres-proxy'
import { HEAD, rowOf, summary, type Tried, whatOf } from './report'
import { isSessionFact } from './session-facts'
import { Stage } from './stage'
import { type KillAt, runTrial, type TrialDeps, type TrialOutcome } from './trial'

/**
 * Kills the production server with -9 before and after every durable statement of one session, and checks
 * after each that nothing was lost, repeated, unasked or left behind. It is a program and not a test file:
 * its trials share one server and depend on their order, its table is its result, and it runs for minutes.
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
  },
})

process.exitCode = await main()

async function main(): Promise<number> {
  const opened = new AsyncDisposableStack()
  try {
    return await sweep(await open(opened))
  } finally {
    await opened.disposeAsync()
  }
}

/** Everything that has to be closed again, in the reverse order, however far it came. */
async function open(opened: AsyncDisposableStack): Promise<TrialDeps> {
  const folder = mkdtempSync(join(tmpdir(), 'crash-sweep-'))
  if (!values.keep) opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await joinPostgres({ root: ROOT, dataDir: folder })
  opened.defer(postgres.leave)
  await migrate({ url: postgres.url })
  const model = values.model === 'wire' ? await wireModel() : replayModel()
  opened.defer(model.close)
  const proxy = await startPostgresProxy({ databaseUrl: postgres.url, counts: isSessionFact })
  opened.defer(proxy.close)
  const database = new Client({ connectionString: postgres.url })
  await database.connect()
  opened.defer(() => database.end())
  const server = { databaseUrl: proxy.through(postgres.url), folder, env: model.env }
  const command = values.command?.split(' ')
  const stage = await Stage.open(command ? { ...server, command } : server)
  opened.defer(() => stage.close())
  return { stage, proxy, database, model }
}

async function sweep(deps: TrialDeps): Promise<number> {
  const points = await cleanPass(deps)
  if (!points) return 1
  const [from = 1, to = from] = values.points?.split('-').map(Number) ?? [1, points.length]
  const tried: Tried[] = []
  console.log(`\n${HEAD}`)
  for (let number = from; number <= to; number += 1) {
    for (const side of ['before', 'after'] as const) {
      const outcome = await reach(
        { number, side, again: values.again ? Number(values.again) : undefined },
        deps,
      )
      tried.push({ ...outcome, number, side })
      console.log(rowOf({ ...outcome, number, side }))
      if (outcome.violations.length > 0) await deps.stage.begin()
    }
  }
  console.log(summary(tried, to - from + 1))
  return tried.some(({ violations }) => violations.length > 0) ? 1 : 0
}

/**
 * A person's click and the loop's own writes can change places, and then a pass has one point less. Such a
 * trial has killed nothing: it is tried again, and what it broke counts all the same.
 */
async function reach(at: KillAt, deps: TrialDeps): Promise<TrialOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runTrial(`trial-${at.number}-${at.side}-${attempt}`, deps, at)
    if (outcome.point || outcome.violations.length > 0) return outcome
    if (attempt === 3) return { ...outcome, violations: ['the point was never reached'] }
  }
}

/** Three times without a kill: the first warms the server up, the fullest tells the points. */
async function cleanPass(deps: TrialDeps): Promise<readonly DurablePoint[] | null> {
  let points: readonly DurablePoint[] = []
  for (const name of ['clean-1', 'clean-2', 'clean-3']) {
    const { violations, ms } = await runTrial(name, deps)
    const seen = deps.proxy.points()
    console.log(`${name}: ${seen.length} durable points in ${Math.round(ms)} ms`)
    for (const text of violations) console.log(`  - ${text}`)
    if (violations.length > 0) return null
    if (seen.length > points.length) points = seen
  }
  for (const point of points)
    console.log(
      `${String(point.number).padStart(5)}  ${point.autocommit ? 'alone ' : 'commit'}  ${whatOf(point)}`,
    )
  return points
}
