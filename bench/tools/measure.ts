import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import * as z from 'zod'
import type { TestPostgres } from '@/lib/testing/database/scratch-database'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { joinTestPostgres } from '@/scripts/postgres/test-postgres.mjs'
import { main } from '@/scripts/process/main.mjs'
import { wholeSession } from '../loop/drive'
import { type BenchModel, startModel } from '../loop/model'
import { UseMeter } from '../loop/processor-time'
import { startProduct } from '../loop/product'
import { inTurns, mean, median, ratioOf } from '../loop/ratios'
import { scratch } from '../loop/scratch'
import type { Side } from '../loop/side'
import { printTable } from '../loop/table'

/**
 * What many tools cost: the production server with a server of few tools, of few tools with descriptions so long that
 * the model is sent as many bytes, and of many tools, by turns in one run. It needs the build that `npm start` leaves:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/tools/measure.ts [--many 500] [--rounds 20]
 */
const { values } = parseArgs({
  options: { many: { type: 'string', default: '500' }, rounds: { type: 'string', default: '20' } },
})
const MANY = Number(values.many)
const FEW = 10
const CHARS = 200
/** What a tool of the bench takes besides its description, as JSON. */
const FRAME_CHARS = 190
const WARM_UP = 12

type Product = Side & { workspace: string; meter: UseMeter }
type Tools = { name: string; count: number; chars: number }

const SIDES: [Tools, Tools, Tools] = [
  { name: `${MANY} tools`, count: MANY, chars: CHARS },
  { name: `${FEW} tools`, count: FEW, chars: CHARS },
  {
    name: `${FEW} tools, as many bytes`,
    count: FEW,
    chars: Math.round((MANY * (CHARS + FRAME_CHARS)) / FEW) - FRAME_CHARS,
  },
]

await main(async () => {
  await using opened = new AsyncDisposableStack()
  const model = await startModel()
  opened.defer(model.close)
  const postgres = await joinTestPostgres({ root: ROOT, durable: true })
  opened.defer(postgres.leave)
  const sides: Product[] = []
  for (const tools of SIDES) sides.push(await start(opened, { model, postgres, tools }))
  const rounds = Number(values.rounds)
  await inTurns(WARM_UP, sides, session)
  const sessions = await inTurns(rounds, sides, session)
  const pages = await inTurns(rounds, sides, page)
  const lists = await inTurns(rounds, sides, list)
  const row = (what: string, figures: number[][]): string[] => {
    const [own = []] = figures
    return [
      what,
      ...figures.map((all, at) => `${median(all).toFixed(1)} ms${at === 0 ? '' : `: ${ratioOf(own, all)}`}`),
    ]
  }
  const figures = <T>(all: Map<Product, T[]>, of: (one: T) => number): number[][] =>
    sides.map(side => (all.get(side) ?? []).map(of))
  printTable(
    'Many tools',
    ['what', ...SIDES.map(({ name }, at) => (at === 0 ? name : `${name}: many to it (middle half)`))],
    [
      row(
        'an iteration',
        figures(sessions, one => one.ms),
      ),
      row(
        'processor time of the server, an iteration',
        figures(sessions, one => one.serverMs),
      ),
      row(
        'the page of a session, as HTML',
        figures(pages, ms => ms),
      ),
      row(
        'the list of the tools',
        figures(lists, ms => ms),
      ),
    ],
  )
  return 0
})

type Parts = { model: BenchModel; postgres: TestPostgres; tools: Tools }

async function start(opened: AsyncDisposableStack, { model, postgres, tools }: Parts): Promise<Product> {
  const { databaseUrl, adminUrl, folder } = await scratch(
    opened,
    postgres,
    `tools${tools.count}${tools.chars}`,
  )
  const file = join(folder, 'servers.json')
  const args = [join(ROOT, 'bench/tools/many-tools.mjs'), `${tools.count}`, `${tools.chars}`]
  const many = { command: process.execPath, args, sandbox: false }
  writeFileSync(file, JSON.stringify({ mcpServers: { many } }))
  const env = { COUNTERSIGN_MCP_CONFIG: file }
  const product = await startProduct(model, { databaseUrl, dataDir: folder, env })
  opened.defer(() => product.stop().then(() => undefined))
  await connected(product, tools.count)
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  opened.defer(() => client.end())
  return { ...product, meter: await UseMeter.open(client) }
}

const Servers = z.object({ items: z.array(z.object({ status: z.string(), tools: z.array(z.string()) })) })

async function connected({ url, headers }: Side, count: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/mcp-servers`, { headers })
    const [server] = Servers.parse(await answer.json()).items
    if (server?.status === 'connected' && server.tools.length === count) return
    await wait(100)
  }
}

let folders = 0
const nextFolder = (): string => {
  folders += 1
  return `folder-${folders}`
}

/** Five approved calls of a file tool, all tools offered. */
async function session(side: Product): Promise<{ ms: number; serverMs: number }> {
  const place = { workspace: side.workspace, folder: nextFolder() }
  const work = { tool: 'write_file', times: 5 } as const
  const { value, use } = await side.meter.over(side.pid, () => wholeSession(side, work, place))
  return { ms: mean(value.map(({ ms }) => ms)), serverMs: use.serverMs / 5 }
}

const opened = new Map<string, Promise<string>>()

async function page(side: Product): Promise<number> {
  const id = opened.get(side.url) ?? side.create(nextFolder())
  opened.set(side.url, id)
  return timeOf(side, `/sessions/${await id}`)
}

const list = (side: Product): Promise<number> => timeOf(side, '/api/tools')

async function timeOf({ url, headers }: Side, path: string): Promise<number> {
  const from = performance.now()
  const answer = await fetch(url + path, { headers })
  await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  return performance.now() - from
}
