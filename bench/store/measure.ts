import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { main } from '@/scripts/process/main.mjs'
import { Driver, wholeSession } from '../loop/drive'
import { startProduct } from '../loop/product'
import { median } from '../loop/ratios'
import { openBench, scratch } from '../loop/scratch'
import type { Side } from '../loop/side'
import { printTable } from '../loop/table'
import { copySessions, tableSizes } from './copies'

/**
 * What people open, beside many past sessions of three requests each: medians in milliseconds, and what such a session
 * takes in Postgres. It needs the build that `npm start` leaves; 100,000 sessions need some 8 GB of disk:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/store/measure.ts [--sizes 0,10000,100000] [--times 9]
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '0,10000,100000' },
    times: { type: 'string', default: '9' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const times = Number(values.times)

const WRITE = { tool: 'write_file', times: 2 } as const
/** A word of every session, and of one. */
const COMMON = 'write_file'
const RARE = 'heliotrope'

await main(async () => {
  const opened = new AsyncDisposableStack()
  try {
    const { model, postgres } = await openBench(opened)
    const { databaseUrl, adminUrl, folder, workspace } = await scratch(opened, postgres, 'store')
    const client = new Client({ connectionString: adminUrl })
    await client.connect()
    opened.defer(() => client.end())
    const columns: Map<string, number>[] = []
    const started = () => startProduct(model, { databaseUrl, dataDir: folder })
    const templates = await run(await started(), async product => {
      const made = await templateSessions(product, workspace)
      await untilSummed(client)
      return made
    })
    const empty = await tableSizes(client)
    let stored = 0
    for (const size of sizes) {
      if (size > stored) await copySessions(client, { ...templates, from: stored + 1, to: size })
      stored = Math.max(size, stored)
      columns.push(await run(await started(), product => measured(product, workspace)))
    }
    const names = [...(columns[0]?.keys() ?? [])]
    printTable(
      'What people open, beside past sessions (ms)',
      ['what', ...sizes.map(String)],
      names.map(name => [name, ...columns.map(column => (column.get(name) ?? Number.NaN).toFixed(0))]),
    )
    if (stored > 0) printSizes(empty, await tableSizes(client), stored)
    return 0
  } finally {
    await opened.disposeAsync()
  }
})

async function run<Result>(product: Product, work: (product: Product) => Promise<Result>): Promise<Result> {
  try {
    return await work(product)
  } finally {
    await product.stop()
  }
}

type Product = Awaited<ReturnType<typeof startProduct>>

/** Two sessions of three requests: one that ended, and one whose second call waits. */
async function templateSessions(product: Product, workspace: string) {
  const ids: string[] = []
  const side: Side = {
    ...product,
    create: async folder => {
      const id = await product.create(folder)
      ids.push(id)
      return id
    },
  }
  await wholeSession(side, WRITE, { workspace, folder: 'ended' })
  const driver = await Driver.begin(side, { ...WRITE, times: 3 }, { workspace, folder: 'waiting' })
  for (let done = 0; done < 2; done += 1) await driver.approve()
  driver.close()
  const rare = { ...side, say: (sessionId: string) => product.say(sessionId, RARE) }
  await wholeSession(rare, { ...WRITE, times: 0 }, { workspace, folder: 'rare' })
  await get(product, `/api/search?q=${COMMON}`)
  const [ended = '', waiting = ''] = ids
  return { ended, waiting }
}

/** Resolves when the sums of what sessions used are those of their last commits. */
async function untilSummed(client: Client): Promise<void> {
  const left = `SELECT FROM "SessionHead" h WHERE h.requests > 0
    AND NOT EXISTS (SELECT FROM "UsageSum" u WHERE u."sessionId" = h."sessionId" AND u.seq = h.seq)`
  while ((await client.query(left)).rowCount !== 0) await wait(200)
}

async function measured(product: Product, workspace: string): Promise<Map<string, number>> {
  const results = new Map<string, number[]>()
  const add = (name: string, ms: number) => results.set(name, [...(results.get(name) ?? []), ms])
  const timed = async (name: string, path: string) => {
    const began = performance.now()
    await get(product, path)
    add(name, performance.now() - began)
  }
  for (let round = 0; round <= times; round += 1) {
    if (round === 1) results.clear()
    const began = performance.now()
    const place = { workspace, folder: `run-${round}-${Date.now()}` }
    const driver = await Driver.begin(product, { ...WRITE, times: 1 }, place)
    add('new session → waiting call', performance.now() - began)
    const { ms } = await driver.approve()
    driver.close()
    add('approve → end', ms)
    await timed('list of sessions', '/api/sessions?limit=50')
    await timed('list of sessions, by title', '/api/sessions?limit=50&q=Call')
    await timed('GET /api/pending', '/api/pending?limit=50')
    await timed('page /inbox', '/inbox')
    await timed('search, a rare word', `/api/search?q=${RARE}`)
    await timed('search, a common word', `/api/search?q=${COMMON}`)
    await timed('GET /api/usage', '/api/usage?groupBy=day')
  }
  return new Map([...results].map(([name, all]) => [name, median(all)]))
}

async function get({ url, headers }: Product, path: string): Promise<string> {
  const response = await fetch(url + path, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status}\n${await response.text()}`)
  return response.text()
}

function printSizes(
  empty: Awaited<ReturnType<typeof tableSizes>>,
  full: typeof empty,
  sessions: number,
): void {
  const before = new Map(empty.map(({ name, bytes }) => [name, bytes]))
  const kilobytes = full.map(
    ({ name, bytes }) => [name, (bytes - (before.get(name) ?? 0)) / sessions / 1000] as const,
  )
  const rows = kilobytes.filter(([, size]) => size >= 0.1).map(([name, size]) => [name, size.toFixed(1)])
  const total = kilobytes.reduce((sum, [, size]) => sum + size, 0)
  printTable('A past session in Postgres', ['table', 'kB'], [['all', total.toFixed(1)], ...rows])
}
