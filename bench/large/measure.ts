import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { freePort } from '@/lib/testing/http/free-port'
import { startWireServer, type WireServer } from '@/lib/testing/wire/start-wire-server'
import { joinTestPostgres } from '@/scripts/postgres/test-postgres.mjs'
import { main } from '@/scripts/process/main.mjs'
import { type Inspector, inspect } from '../loop/inspector'
import { ENV_OF } from '../loop/model'
import { post } from '../loop/post'
import { startProduct } from '../loop/product'
import { inspected, scratch } from '../loop/scratch'
import type { Side } from '../loop/side'
import { printTable } from '../loop/table'
import { Watcher } from '../loop/watcher'
import { type Story, storiesOf } from './stories'

/**
 * What the largest things that anybody may send do to everybody else: how long the event loop of the production
 * server stands still, and how long /api/health takes, while a session works on them. It needs the build that
 * `npm start` leaves:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/large/measure.ts [--only words] [--profile DIR]
 */
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, profile: { type: 'string' } },
})

type At = { product: Side; model: WireServer; inspector: Inspector; workspace: string }

const DELAY = `(globalThis.benchDelay ??= (() => {
  const delay = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  return delay
})())`
const Delay = z.object({ p99: z.number(), max: z.number() })

await main(async () => {
  await using opened = new AsyncDisposableStack()
  const model = await startWireServer({ key: 'bench-key' })
  opened.defer(model.close)
  const postgres = await joinTestPostgres({ root: process.cwd() })
  opened.defer(postgres.leave)
  const { databaseUrl, folder, workspace } = await scratch(opened, postgres, 'large')
  const port = await freePort()
  const env = ENV_OF.chat({ url: model.url, key: 'bench-key', name: 'wire-model' })
  const product = await startProduct({ env }, { databaseUrl, dataDir: folder, command: inspected(port) })
  opened.defer(() => product.stop().then(() => undefined))
  const inspector = await inspect(port)
  opened.defer(inspector.close)
  const at = { product, model, inspector, workspace }
  await play(at, { name: 'warm up', calls: [['write_file', { path: 'a.txt', content: 'a' }]] })
  const rows: string[][] = []
  for (const story of storiesOf(readFileSync(join(process.cwd(), 'README.md'), 'utf8'))) {
    if (story.name.includes(values.only)) rows.push(await play(at, story))
  }
  printTable(
    'While a session works on it',
    ['what', 's in all', 'loop p99 ms', 'loop max ms', 'health max ms'],
    rows,
  )
  return 0
})

async function play({ product, model, inspector, workspace }: At, story: Story): Promise<string[]> {
  for (const [name, content] of story.files ?? []) writeFileSync(join(workspace, name), content)
  model.script([
    ...story.calls.map(([name, args]) => ({
      calls: [{ name, arguments: args }],
      chunkChars: 100_000,
    })),
    { text: story.text ?? 'Done.', chunkChars: 100_000 },
  ])
  const sessionId = await product.create('')
  const watcher = await Watcher.open(product, sessionId)
  await inspector.evaluate(`${DELAY}.reset() + ''`)
  if (values.profile) await inspector.startProfile()
  const health = pingHealth(product)
  const from = performance.now()
  const send = ({ path, body }: { path: string; body: unknown }) =>
    post({ url: product.url + path, headers: product.headers, body })
  const failures: unknown[] = []
  void send(product.say(sessionId, story.message ?? 'Go on.')).catch(error => failures.push(error))
  for (let heard = await watcher.next(); heard.kind === 'paused'; heard = await watcher.next())
    void send(heard.pause).catch(error => failures.push(error))
  const seconds = (performance.now() - from) / 1000
  const longest = await health.end()
  if (values.profile)
    writeFileSync(
      join(values.profile, `${story.name.replace(/\W+/g, '-')}.cpuprofile`),
      await inspector.endProfile(),
    )
  const { p99, max } = Delay.parse(
    JSON.parse(
      await inspector.evaluate(
        `JSON.stringify({ p99: ${DELAY}.percentile(99) / 1e6, max: ${DELAY}.max / 1e6 })`,
      ),
    ),
  )
  watcher.close()
  for (const failure of failures) console.error(story.name, failure)
  const row = [story.name, seconds.toFixed(1), p99.toFixed(0), max.toFixed(0), longest.toFixed(0)]
  console.log(row.join('\t'))
  return row
}

/** Asks for the health of a server again and again; tells the longest time that an answer took. */
function pingHealth({ url, headers }: Side): { end: () => Promise<number> } {
  const thread = new Worker(new URL('./health-thread.ts', import.meta.url), { workerData: { url, headers } })
  const failed = once(thread, 'error').then(([error]) => Promise.reject(error))
  const longest = once(thread, 'message').then(([ms]) => z.number().parse(ms))
  return {
    end: () => {
      thread.postMessage('end')
      return Promise.race([longest, failed])
    },
  }
}
