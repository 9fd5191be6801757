import { parseArgs } from 'node:util'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { joinTestPostgres } from '@/scripts/postgres/test-postgres.mjs'
import { main } from '@/scripts/process/main.mjs'
import { startModel } from '../loop/model'
import { inTurns, median, ratioOf } from '../loop/ratios'
import { printTable } from '../loop/table'
import { ToolSide, type Tools } from './tool-side'

/**
 * What many tools cost: the production server with a server of few tools, of few tools with descriptions so long that
 * the model is sent as many bytes, and of many tools, by turns in one run. By Anthropic's protocol: OpenAI's takes 128
 * tools at most. It needs the build that `npm start` leaves:
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

const SIDES: Tools[] = [
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
  const model = await startModel('messages')
  opened.defer(model.close)
  const postgres = await joinTestPostgres({ root: ROOT, durable: true })
  opened.defer(postgres.leave)
  const sides: ToolSide[] = []
  for (const tools of SIDES) sides.push(await ToolSide.open(opened, { model, postgres, tools }))
  await inTurns(WARM_UP, sides, side => side.session())
  const rounds = Number(values.rounds)
  const sessions = await inTurns(rounds, sides, side => side.session())
  const pages = await inTurns(rounds, sides, side => side.page())
  const lists = await inTurns(rounds, sides, side => side.list())
  const row = <T>(what: string, all: Map<ToolSide, T[]>, msOf: (one: T) => number): string[] => {
    const figures = sides.map(side => (all.get(side) ?? []).map(msOf))
    const [own = []] = figures
    const ratios = figures.slice(1).map(other => ratioOf(own, other))
    return [what, `${median(own).toFixed(1)} ms`, ...ratios]
  }
  const [many, ...others] = SIDES.map(({ name }) => name)
  printTable(
    'Many tools',
    ['what', many ?? '', ...others.map(name => `times ${name}`)],
    [
      row('an iteration', sessions, ({ ms }) => ms),
      row('processor time of the server, an iteration', sessions, ({ serverMs }) => serverMs),
      row('the page of a session, as HTML', pages, ms => ms),
      row('the list of the tools', lists, ms => ms),
    ],
  )
  return 0
})
