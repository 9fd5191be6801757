import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { freePort } from '@/lib/testing/http/free-port'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { joinTestPostgres } from '@/scripts/postgres/test-postgres.mjs'
import { main } from '@/scripts/process/main.mjs'
import { wholeSession } from '../loop/drive'
import { type Inspector, inspect } from '../loop/inspector'
import { residentMb } from '../loop/memory'
import { startModel } from '../loop/model'
import { post } from '../loop/post'
import { startProduct } from '../loop/product'
import { inspected, scratch } from '../loop/scratch'
import type { Side } from '../loop/side'
import { printTable } from '../loop/table'
import { Watcher } from '../loop/watcher'

/**
 * Whether the server keeps what it should forget: the same load again and again, and what is left of it after a
 * collection. It fails if the last round leaves a tenth more than the second. It needs the build that `npm start` leaves:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/memory/measure.ts [--rounds 10] [--sessions 40]
 *      [--snapshots DIR]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    sessions: { type: 'string', default: '40' },
    /** Characters of a long message; five sessions of each round begin with one. */
    large: { type: 'string', default: '600000' },
    /** Where heap snapshots of the second and the last round go. */
    snapshots: { type: 'string' },
  },
})

/** `external` includes the buffers. */
const Usage = z.object({ heapUsed: z.number(), external: z.number() })

/** How much more the last round may leave than the second, after which everything has been loaded and compiled. */
const MOST_GROWTH = 1.1

/** Megabytes after a collection, and what keeps the process alive. */
type Remains = { heap: number; outside: number; resident: number; handles: string }

const LONG_MESSAGES = 5
const MB = 1_048_576

const snapshotTo = (file: string): string =>
  `process.getBuiltinModule('node:v8').writeHeapSnapshot(${JSON.stringify(file)})`

await main(async () => {
  await using opened = new AsyncDisposableStack()
  const model = await startModel()
  opened.defer(model.close)
  const postgres = await joinTestPostgres({ root: ROOT })
  opened.defer(postgres.leave)
  const { databaseUrl, folder, workspace } = await scratch(opened, postgres, 'memory')
  const port = await freePort()
  const product = await startProduct(model, { databaseUrl, dataDir: folder, command: inspected(port) })
  opened.defer(() => product.stop().then(() => undefined))
  const inspector = await inspect(port)
  opened.defer(inspector.close)
  const rounds: Remains[] = [await left(product, inspector)]
  const last = Number(values.rounds)
  for (let round = 1; round <= last; round += 1) {
    await load(product, workspace, `round-${round}`)
    rounds.push(await left(product, inspector))
    console.log(rowOf(rounds, round).join('\t'))
    if (values.snapshots && (round === 2 || round === last))
      await inspector.evaluate(snapshotTo(join(values.snapshots, `round-${round}.heapsnapshot`)))
  }
  printTable(
    'The same load again',
    ['round', 'MB kept', 'of the second', 'heap', 'outside of it', 'resident', 'handles'],
    rounds.map((_, round) => rowOf(rounds, round)),
  )
  const growth = growthOf(rounds, last)
  console.log(
    `\nRound ${last} keeps ${growth.toFixed(3)} times what the second kept; at most ${MOST_GROWTH}.`,
  )
  return growth <= MOST_GROWTH ? 0 : 1
})

/** Sessions with decisions, some side by side; streams that break off; long messages; and what people look at. */
async function load(side: Side, workspace: string, name: string): Promise<void> {
  const numbers = Array.from({ length: Number(values.sessions) }, (_, at) => at).values()
  const some = async (): Promise<void> => {
    for (const at of numbers) {
      const work = { tool: at % 2 === 0 ? ('write_file' as const) : ('read_file' as const), times: 5 }
      await wholeSession(side, work, { workspace, folder: `${name}-${at}` })
    }
  }
  await Promise.all([some(), some(), some(), some()])
  for (let at = 0; at < LONG_MESSAGES; at += 1) await longSession(side)
  for (const path of ['/api/sessions', '/api/pending', '/api/search?q=done', '/api/health'])
    await (await fetch(side.url + path, { headers: side.headers })).text()
}

/** One that begins with a long message, is watched by somebody who leaves in the middle, and is exported. */
async function longSession(side: Side): Promise<void> {
  const id = await side.create('')
  const watchers = await Promise.all([Watcher.open(side, id), Watcher.open(side, id)])
  const { path, body } = side.say(
    id,
    `${'many words '.repeat(Number(values.large) / 11)} Call write_file 0 times.`,
  )
  await post({ url: side.url + path, headers: side.headers, body })
  watchers[0]?.close()
  await watchers[1]?.next()
  watchers[1]?.close()
  const exported = await fetch(`${side.url}/api/sessions/${id}/export?format=json`, { headers: side.headers })
  await exported.text()
}

async function left(side: Side, inspector: Inspector): Promise<Remains> {
  await inspector.look()
  const usage = Usage.parse(JSON.parse(await inspector.evaluate('JSON.stringify(process.memoryUsage())')))
  const handles = await inspector.evaluate('String(process.getActiveResourcesInfo().length)')
  return {
    ...{ heap: usage.heapUsed / MB, outside: usage.external / MB },
    ...{ resident: residentMb(side.pid), handles },
  }
}

/** What a collection leaves. How much of the freed memory the process returns to the system varies from round to round. */
function keptBy({ heap, outside }: Remains): number {
  return heap + outside
}

/** How much a round has left, as a multiple of what the second left. */
function growthOf(rounds: Remains[], round: number): number {
  const [one, other] = [rounds[round], rounds[2]]
  return one && other ? keptBy(one) / keptBy(other) : Number.NaN
}

function rowOf(rounds: Remains[], round: number): string[] {
  const remains = rounds[round]
  if (!remains) return []
  const { heap, outside, resident, handles } = remains
  return [
    ...[round === 0 ? 'at rest' : String(round), keptBy(remains).toFixed(1)],
    ...[rounds.length > 2 ? growthOf(rounds, round).toFixed(3) : ''],
    ...[heap.toFixed(1), outside.toFixed(1), resident.toFixed(0), handles],
  ]
}
