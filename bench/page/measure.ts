import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright/test'
import config from '@/playwright.config'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { joinTestPostgres, scratchName } from '@/scripts/postgres/test-postgres.mjs'
import { main } from '@/scripts/process/main.mjs'
import { openScratchDatabase } from '@/test/database/scratch-database'
import { startServer, TEST_TOKEN } from '@/test/http/server-process'
import { fillTranscript, writtenText } from '@/test/long-transcript'
import { startPlainServer } from './plain-server'
import { type Figures, report } from './report'
import { scrollFrames, taken, watchPage } from './watch-page'

/**
 * What reading costs: a session of 10,000 entries in the production build beside a page that mounts 1,000 messages
 * and draws each token as it comes, in one browser slowed down four times; only ratios mean anything. It is a
 * program of its own and no part of `npm test`; it needs the build that `npm start` leaves:
 *
 *   node --import ./scripts/typescript-hooks.mjs bench/page/measure.ts [--rounds 7] [--tokens 300]
 *      [--profile FILE.cpuprofile]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    tokens: { type: 'string', default: '300' },
    /** Where the CPU profile of the product goes while it streams; its figures then count for nothing. */
    profile: { type: 'string' },
  },
})
const ENTRIES = 10_000
const PLAIN_MESSAGES = 1_000
const SLOWER = 4
/** As a fast model speaks; the plain page falls behind and draws several tokens at a time. */
const FAST_MS = 10
/** Slowly enough for the plain page to draw each token by itself. */
const SLOW_MS = 150
const SCROLL = { frames: 89, by: 200 }

/** A page to measure: where it is, when all of it is there, and how to have tokens said on it. */
type Side = {
  name: string
  url: string
  ready: (page: Page) => Promise<unknown>
  /** The first paint shows what was said last; else it is painted when all is there. */
  isPaintedFirst: boolean
  say: (tokens: string[], everyMs: number) => Promise<void>
}

const LAST = 'the very last.'

const tokens = (count: number): string[] => [
  ...Array.from({ length: count - 1 }, (_, n) =>
    n % 40 === 39 ? '\n\n' : n % 10 === 9 ? '**word** ' : 'word ',
  ),
  LAST,
]

await main(async () => {
  await using opened = new AsyncDisposableStack()
  const browser = await chromium.launch(config.use?.launchOptions)
  opened.defer(() => browser.close())
  const plain = await startPlainServer(Array.from({ length: PLAIN_MESSAGES }, (_, n) => writtenText(n)))
  opened.defer(plain.close)
  const sides: Side[] = [
    await productSide(opened),
    {
      name: 'plain',
      url: plain.url,
      ready: page =>
        page
          .locator('article')
          .nth(PLAIN_MESSAGES - 1)
          .waitFor(),
      isPaintedFirst: false,
      say: plain.say,
    },
  ]
  const figures = sides.map(
    (): Figures => ({ open: [], updates: [], keys: [], frames: [], fastMs: 0, slowMs: 0 }),
  )
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [at, side] of sides.entries()) figures[at]?.open.push(await openOnce(browser, side))
  }
  for (const [at, side] of sides.entries()) Object.assign(figures[at] ?? {}, await readOnce(browser, side))
  report(`${ENTRIES} entries beside ${PLAIN_MESSAGES} messages of a plain page, ${SLOWER}× slower`, figures)
  return 0
})

async function productSide(opened: AsyncDisposableStack): Promise<Side> {
  const postgres = await joinTestPostgres({ root: ROOT })
  opened.defer(postgres.leave)
  const dataDir = mkdtempSync(join(tmpdir(), 'page-bench-'))
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(join(dataDir, 'workspace'))
  const { databaseUrl, adminUrl } = await openScratchDatabase(opened, postgres, scratchName('test', 'page'))
  const server = await startServer({ databaseUrl, dataDir })
  opened.defer(() => server.stop().then(() => undefined))
  const ask = async (path: string, body: object): Promise<{ id: string; runId: string }> => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const session = await ask('/api/sessions', { model: 'scripted:replay', title: 'A long session' })
  await fillTranscript(adminUrl, session.id, ENTRIES)
  return {
    name: 'product',
    url: `${server.url}/sessions/${session.id}`,
    ready: page => page.locator('[role=log][data-live] article').last().waitFor(),
    isPaintedFirst: true,
    say: async (said, chunkMs) => {
      const turns = [{ text: said.join(''), chunkMs }]
      const { runId } = await ask(`/api/sessions/${session.id}/messages`, { text: JSON.stringify({ turns }) })
      const headers = { authorization: `Bearer ${server.token}` }
      await fetch(`${server.url}/api/runs/${runId}/wait?timeoutMs=600000`, { headers })
    },
  }
}

/** A new tab of somebody who is signed in, on a slow machine. */
async function tabOf(browser: Browser, { url }: Side): Promise<{ page: Page; machine: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.request.get(`${new URL(url).origin}/?token=${TEST_TOKEN}`)
  const page = await context.newPage()
  await watchPage(page)
  const machine = await context.newCDPSession(page)
  await machine.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  // Time that the page itself has worked, whatever else the machine does.
  await machine.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, machine }
}

async function openOnce(browser: Browser, side: Side): Promise<Figures['open'][number]> {
  const { page } = await tabOf(browser, side)
  await page.goto(side.url, { waitUntil: 'commit' })
  await side.ready(page)
  const atWork = await page.evaluate(async () => {
    await new Promise(resolve => requestAnimationFrame(resolve))
    return performance.now()
  })
  const first = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  const { largest } = await taken(page)
  await page.context().close()
  return { painted: side.isPaintedFirst ? first : atWork, largest, atWork }
}

async function readOnce(browser: Browser, side: Side): Promise<Omit<Figures, 'open'>> {
  const { page, machine } = await tabOf(browser, side)
  const worked = async (): Promise<number> => {
    const { metrics } = await machine.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  await page.goto(side.url)
  await side.ready(page)
  await page.locator('[role=log]').evaluate(log => log.scrollTo(0, log.scrollHeight))
  const frames = await scrollFrames(page, SCROLL)
  await page.locator('[role=log]').evaluate(log => log.scrollTo(0, log.scrollHeight))
  await taken(page)
  const workOn = async (everyMs: number): Promise<number> => {
    const before = await worked()
    await side.say(tokens(Number(values.tokens)), everyMs)
    await allDrawn(page)
    return ((await worked()) - before) * (1000 / Number(values.tokens))
  }
  const isProfiled = values.profile !== undefined && side.name === 'product'
  if (isProfiled) await machine.send('Profiler.enable')
  if (isProfiled) await machine.send('Profiler.start')
  const fastMs = await workOn(FAST_MS)
  if (isProfiled) {
    const { profile } = await machine.send('Profiler.stop')
    writeFileSync(values.profile ?? '', JSON.stringify(profile))
  }
  const { updates } = await taken(page)
  const slowMs = await workOn(SLOW_MS)
  const keys = side.name === 'product' ? await typeWhileItSpeaks(page, side) : []
  await page.context().close()
  return { updates, keys, frames, fastMs, slowMs }
}

/** A page that cannot keep up is still drawing when the last has been said. Below a message stand its buttons. */
async function allDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    last => [...document.querySelectorAll('[role=log] article p')].at(-1)?.textContent?.trim().endsWith(last),
    LAST,
    { timeout: 600_000 },
  )
}

async function typeWhileItSpeaks(page: Page, side: Side): Promise<number[]> {
  const speaking = side.say(tokens(600), FAST_MS)
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page
    .getByRole('textbox', { name: 'Message' })
    .pressSequentially('what is typed meanwhile', { delay: 60 })
  const { keys } = await taken(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  await speaking
  return keys
}
