import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { asAdmin, withName } from '@/lib/testing/admin-database'
import { freePort } from '@/lib/testing/free-port'
import { main } from '@/scripts/main.mjs'
import { migrate } from '@/scripts/migrate.mjs'
import { ROOT } from '@/scripts/settings.mjs'
import { joinTestPostgres, scratchName } from '@/scripts/test-postgres.mjs'
import { costs } from './costs'
import { startFloor } from './floor'
import { inspect } from './inspector'
import { type BenchModel, startModel } from './model'
import { startProduct } from './product'
import { alone, crowd, growth, type Row } from './speed'
import { pauseMany, standstill, standstillRow } from './standstill'
import { countStatements } from './statement-counter'
import { printTable } from './table'

/**
 * What the approval loop costs: the production server over HTTP against the least server that makes every
 * decision, result and reply durable, on one machine, by turns in one run; only ratios mean anything. Then what
 * it costs by itself: rows, bytes, statements, memory. It is a program of its own and no part of `npm test`; it
 * needs the build that `npm start` leaves, and takes some ten minutes:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/loop/measure.ts
 *      [--only alone,crowd,growth,costs,idle,paused] [--pairs 30] [--crowds 6] [--rounds 3] [--paused 1000]
 *      [--profile FILE.cpuprofile]
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'alone,crowd,growth,costs,idle,paused' },
    /** Pairs of sessions, pairs of crowds, pairs of long sessions. */
    pairs: { type: 'string', default: '30' },
    crowds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    paused: { type: 'string', default: '1000' },
    /** Where the CPU profile of the product goes; its figures then count for nothing. */
    profile: { type: 'string' },
  },
})
const wanted = new Set(values.only.split(','))

const SERVER = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p']
const LAUNCHER = pathToFileURL(join(ROOT, 'scripts/with-launcher.mjs')).href

const inspected = (port: number): string[] => [
  process.execPath,
  `--inspect=127.0.0.1:${port}`,
  ...['--import', LAUNCHER],
  ...SERVER.map((arg, at) => (at === 0 ? fileURLToPath(new URL(`../../${arg}`, import.meta.url)) : arg)),
]

await main(async () => {
  const opened = new AsyncDisposableStack()
  try {
    const model = await startModel()
    opened.defer(model.close)
    const { adminUrl, leave } = await joinTestPostgres({ root: ROOT, durable: true })
    opened.defer(leave)
    if (['alone', 'crowd', 'growth'].some(name => wanted.has(name))) await compare(model, adminUrl)
    if (['costs', 'idle', 'paused'].some(name => wanted.has(name))) await look(model, adminUrl)
    return 0
  } finally {
    await opened.disposeAsync()
  }
})

/** A database and a folder that go away again. */
async function scratch(opened: AsyncDisposableStack, adminUrl: string, mark: string) {
  const folder = mkdtempSync(join(tmpdir(), 'loop-bench-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const name = scratchName('test', mark)
  opened.defer(() => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  const databaseUrl = withName(adminUrl, name)
  await migrate({ url: databaseUrl })
  return { databaseUrl, folder, workspace }
}

async function compare(model: BenchModel, adminUrl: string): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl, folder, workspace } = await scratch(opened, adminUrl, 'loop')
  const inspectPort = values.profile ? await freePort() : undefined
  const command = inspectPort ? { command: inspected(inspectPort) } : {}
  const product = await startProduct(model, { databaseUrl, dataDir: folder, ...command })
  opened.defer(() => product.stop().then(() => undefined))
  const floor = await startFloor(model, { databaseUrl, workspace })
  opened.defer(() => floor.stop().then(() => undefined))
  const inspector = inspectPort ? await inspect(inspectPort) : null
  await inspector?.startProfile()
  const both = { product, floor, workspace }
  const rows: Row[] = []
  if (wanted.has('alone')) rows.push(...(await alone(both, Number(values.pairs))))
  if (wanted.has('crowd')) rows.push(...(await crowd(both, Number(values.crowds))))
  if (wanted.has('growth')) rows.push(...(await growth(both, Number(values.rounds))))
  if (inspector && values.profile) writeFileSync(values.profile, await inspector.endProfile())
  inspector?.close()
  const cells = rows.map(({ what, target, measured, more }) => [what, target, measured, more])
  printTable('Times the floor', ['what', 'target', 'median of pairs (middle half)', 'in this run'], cells)
}

async function look(model: BenchModel, adminUrl: string): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl, folder, workspace } = await scratch(opened, adminUrl, 'costs')
  const counter = await countStatements(databaseUrl)
  opened.defer(counter.close)
  const client = new Client({ connectionString: databaseUrl })
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
