import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { Fault } from '@/scripts/process/fault.mjs'
import { main } from '@/scripts/process/main.mjs'
import type { TestPostgres } from '@/test/database/scratch-database'
import { freePort } from '@/test/http/free-port'
import { costs } from './costs'
import { inspect } from './inspector'
import { type BenchModel, startModel } from './model'
import { OTHERS, type Other, startOther } from './other-side'
import { UseMeter } from './processor-time'
import { startProduct } from './product'
import { inspected, openBench, scratch } from './scratch'
import type { Side } from './side'
import { alone, type Comparison, crowd, firstText, growth, type Row } from './speed'
import { pauseMany, standstill, standstillRow } from './standstill'
import { countStatements } from './statement-counter'
import { printTable } from './table'

/**
 * What the approval loop costs: the production server over HTTP against the least server that makes every
 * decision, result and reply durable, the least that also keeps the record, the AI SDK, and LangGraph.js where it is
 * installed (`npm --prefix bench/peers install --no-package-lock`), on one machine, by turns in one run; only ratios
 * mean anything. Then what it costs by itself: rows, bytes, statements, memory. It is a program of its own and no part
 * of `npm test`; it needs the build that `npm start` leaves, and takes some ten minutes:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/loop/measure.ts
 *      [--only alone,crowd,growth,workers,costs,idle,paused] [--sides floor,kept,ai-sdk,langgraph] [--pairs 30] [--crowds 6]
 *      [--rounds 3] [--paused 1000] [--profile FILE.cpuprofile] [--before CHECKOUT]
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'alone,crowd,growth,workers,costs,idle,paused' },
    /** What the product is compared with. */
    sides: { type: 'string', default: OTHERS.join() },
    /** Pairs of sessions, pairs of crowds, pairs of long sessions. */
    pairs: { type: 'string', default: '30' },
    crowds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    paused: { type: 'string', default: '1000' },
    /** Another checkout of the product, with its build, to compare with. */
    before: { type: 'string' },
    /** Where the CPU profile of the product goes; its figures then count for nothing. */
    profile: { type: 'string' },
  },
})
const wanted = new Set(values.only.split(','))

await main(async () => {
  const opened = new AsyncDisposableStack()
  try {
    const { model, postgres } = await openBench(opened)
    if (['alone', 'crowd', 'growth'].some(name => wanted.has(name))) await compare(model, postgres)
    if (wanted.has('workers')) await scale(postgres)
    if (['costs', 'idle', 'paused'].some(name => wanted.has(name))) await look(model, postgres)
    return 0
  } finally {
    await opened.disposeAsync()
  }
})

async function compare(model: BenchModel, postgres: TestPostgres): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl, adminUrl, folder, workspace } = await scratch(opened, postgres, 'loop')
  const inspectPort = values.profile ? await freePort() : undefined
  const command = inspectPort ? { command: inspected(inspectPort) } : {}
  const product = await startProduct(model, { databaseUrl, dataDir: folder, ...command })
  opened.defer(() => product.stop().then(() => undefined))
  const sides: Comparison['sides'] = [product]
  if (values.before !== undefined) {
    const other = await scratch(opened, postgres, 'before')
    const before = await startProduct(model, {
      databaseUrl: other.databaseUrl,
      dataDir: folder,
      root: values.before,
    })
    opened.defer(() => before.stop().then(() => undefined))
    sides.push(before)
  }
  for (const name of chosen(values.sides)) {
    const side = await startOther(name, model, { databaseUrl: adminUrl, workspace })
    opened.defer(() => side.stop().then(() => undefined))
    sides.push(side)
  }
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  opened.defer(() => client.end())
  const inspector = inspectPort ? await inspect(inspectPort) : null
  await inspector?.startProfile()
  const both = { sides, workspace }
  const rows = await turns(both, await UseMeter.open(client)).catch(async error => {
    throw (await deathOf(sides)) ?? error
  })
  if (inspector && values.profile) writeFileSync(values.profile, await inspector.endProfile())
  inspector?.close()
  printTable(
    'By turns; after each figure what the product’s is to it (middle half)',
    ['what', ...sides.map(({ name }) => name)],
    rows.map(({ what, cells }) => [what, ...cells]),
  )
}

function chosen(names: string): Other[] {
  return names.split(',').flatMap(name => {
    if (name === '') return []
    const other = OTHERS.find(each => each === name)
    if (!other) throw new Fault(`--sides takes ${OTHERS.join(', ')}: ${name} is unknown, or not installed.`)
    return other
  })
}

async function turns(both: Comparison, meter: UseMeter): Promise<Row[]> {
  const rows: Row[] = []
  if (wanted.has('alone')) {
    rows.push(...(await alone(both, meter, Number(values.pairs))))
    rows.push(...(await firstText(both, Number(values.pairs))))
  }
  if (wanted.has('crowd')) rows.push(...(await crowd(both, Number(values.crowds))))
  if (wanted.has('growth')) rows.push(...(await growth(both, Number(values.rounds))))
  return rows
}

/** Its connections break a moment before the end of a process is told. */
async function deathOf(sides: Side[]): Promise<Fault | undefined> {
  await wait(500)
  const deaths = sides.flatMap(side => side.death() ?? [])
  return deaths.length > 0 ? new Fault(deaths.join('\n')) : undefined
}

/** One process that does all, and one that serves with one and two workers, with a model that takes 200 ms. */
async function scale(postgres: TestPostgres): Promise<void> {
  const rows: string[][] = []
  for (const workers of [0, 1, 2]) {
    await using opened = new AsyncDisposableStack()
    const model = await startModel('chat', 200)
    opened.defer(model.close)
    const { databaseUrl, folder, workspace } = await scratch(opened, postgres, 'workers')
    const product = await startProduct(model, { databaseUrl, dataDir: folder, workers })
    opened.defer(() => product.stop().then(() => undefined))
    const name = workers === 0 ? 'one process' : `one that serves, workers: ${workers}`
    const figures = await crowd({ sides: [product], workspace }, Number(values.crowds))
    rows.push([name, ...figures.flatMap(({ cells }) => cells)])
  }
  const head = ['64 sessions, a model that takes 200 ms', 'iterations', 'from the decision to the tool']
  printTable('Processes', head, rows)
}

async function look(model: BenchModel, postgres: TestPostgres): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl, adminUrl, folder, workspace } = await scratch(opened, postgres, 'costs')
  const counter = await countStatements(databaseUrl)
  opened.defer(counter.close)
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  opened.defer(() => client.end())
  const stills: string[][] = []
  const begin = async () => {
    const inspectPort = await freePort()
    const options = { databaseUrl: counter.databaseUrl, dataDir: folder, command: inspected(inspectPort) }
    const product = await startProduct(model, options)
    const inspector = await inspect(inspectPort)
    const still = async (name: string) => {
      stills.push(standstillRow(name, await standstill(product.pid, { counter, inspector })))
    }
    const stop = async () => {
      inspector.close()
      await product.stop()
    }
    return { product, still, stop }
  }
  const first = await begin()
  if (wanted.has('idle')) await first.still('just started')
  if (wanted.has('costs')) {
    const { rows, byStatement } = await costs({ product: first.product, workspace }, { client, counter })
    printTable('One iteration of the product', ['what', 'around 10', 'around 195'], rows)
    printTable('Its statements', ['times', 'statement'], byStatement)
  }
  if (wanted.has('paused')) {
    await pauseMany(first.product, workspace, Number(values.paused))
    await first.still(`${values.paused} sessions paused by this process`)
  }
  await first.stop()
  if (wanted.has('paused')) {
    const second = await begin()
    await second.still(`started on ${values.paused} paused sessions`)
    await second.stop()
  }
  const head = ['the server, at rest', 'RSS, MB', 'heap, MB', 'timers', 'statements/s']
  if (stills.length > 0) printTable('Standing still', head, stills)
}
