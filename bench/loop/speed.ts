import { Driver, type Iteration, wholeSession } from './drive'
import type { Work } from './model'
import { inTurns, mean, median, ratioOf } from './ratios'
import type { Side } from './side'

/** Both sides, working in the same workspace. */
export type Both = { product: Side; floor: Side; workspace: string }

export type Row = { what: string; target: string; measured: string; more: string }

const FIVE: Work = { tool: 'write_file', times: 5 }
let folders = 0
const newFolder = (): string => {
  folders += 1
  return `folder-${folders}`
}

/** Sessions of each side before it counts: by then the figures no longer fall, as code that is used often is compiled. */
const WARM_UP = 40

/** Five iterations in one session, by turns. */
export async function alone(both: Both, pairs: number): Promise<Row[]> {
  const session = (side: Side) => () =>
    wholeSession(side, FIVE, { workspace: both.workspace, folder: newFolder() })
  const work = { product: session(both.product), floor: session(both.floor) }
  await inTurns(WARM_UP, work)
  const found = await inTurns(pairs, work)
  return [
    rowOf({ what: 'iteration, 1 session', target: '≤ 4' }, found, iterations =>
      mean(iterations.map(({ ms }) => ms)),
    ),
    rowOf({ what: 'decision to tool, 1 session', target: '≤ 4' }, found, toTool),
  ]
}

const toTool = (iterations: Iteration[]): number =>
  median(iterations.flatMap(({ toToolMs }) => toToolMs ?? []))

function rowOf(
  { what, target }: Pick<Row, 'what' | 'target'>,
  found: { product: Iteration[]; floor: Iteration[] }[],
  of: (iterations: Iteration[]) => number,
): Row {
  const pairs = found.map(({ product, floor }) => ({ product: of(product), floor: of(floor) }))
  const middle = (side: 'product' | 'floor') => median(pairs.map(pair => pair[side])).toFixed(2)
  const more = `product ${middle('product')} ms, floor ${middle('floor')} ms`
  return { what, target, measured: ratioOf(pairs), more }
}

/** The same in many sessions side by side: wall time for all, and how long one of them takes. */
export async function crowd(both: Both, pairs: number, size = 64): Promise<Row[]> {
  const sessions = (side: Side) => async () => {
    const places = Array.from({ length: size }, () => ({ workspace: both.workspace, folder: newFolder() }))
    const drivers: Driver[] = []
    // Not all at once: how sessions are made is another matter.
    for (let at = 0; at < size; at += 8) {
      const some = places.slice(at, at + 8).map(place => Driver.begin(side, FIVE, place))
      drivers.push(...(await Promise.all(some)))
    }
    const from = performance.now()
    const iterations = await Promise.all(drivers.map(toTheEnd))
    const ms = performance.now() - from
    return { ms: ms / size / FIVE.times, iterations: iterations.flat() }
  }
  const work = { product: sessions(both.product), floor: sessions(both.floor) }
  await inTurns(1, work)
  const found = await inTurns(pairs, work)
  const iterations = found.map(({ product, floor }) => ({
    product: product.iterations,
    floor: floor.iterations,
  }))
  const wall = found.map(({ product, floor }) => ({ product: product.ms, floor: floor.ms }))
  const rate = (side: 'product' | 'floor') => Math.round(1000 / median(wall.map(pair => pair[side])))
  return [
    {
      what: `iteration, ${size} sessions (wall time)`,
      target: '≤ 6',
      measured: ratioOf(wall),
      more: `product ${rate('product')}/s, floor ${rate('floor')}/s`,
    },
    rowOf({ what: `iteration, ${size} sessions (median)`, target: '' }, iterations, all =>
      median(all.map(({ ms }) => ms)),
    ),
    rowOf({ what: `decision to tool, ${size} sessions`, target: '≤ 4' }, iterations, toTool),
  ]
}

async function toTheEnd(driver: Driver): Promise<Iteration[]> {
  const iterations: Iteration[] = []
  while (driver.isPaused) iterations.push(await driver.approve())
  driver.close()
  return iterations
}

const LONG: Work = { tool: 'read_file', times: 200 }

/** One session each, long, with results of 2 KB; the two go on by turns. How an iteration grows with the history. */
export async function growth(both: Both, times: number): Promise<Row[]> {
  const rounds: { product: number; floor: number }[] = []
  const notes: string[] = []
  for (let round = 0; round < times; round += 1) {
    const begin = (side: Side) => Driver.begin(side, LONG, { workspace: both.workspace, folder: newFolder() })
    const [product, floor] = [await begin(both.product), await begin(both.floor)]
    const found = await inTurns(LONG.times, {
      product: () => product.approve(),
      floor: () => floor.approve(),
    })
    product.close()
    floor.close()
    const around = (side: 'product' | 'floor', at: number): number =>
      median(found.slice(at - 6, at + 5).map(pair => pair[side].ms))
    const grown = (side: 'product' | 'floor') => around(side, 195) / around(side, 10)
    rounds.push({ product: grown('product'), floor: grown('floor') })
    for (const side of ['product', 'floor'] as const)
      notes.push(`${side} ${around(side, 10).toFixed(1)}→${around(side, 195).toFixed(1)} ms`)
  }
  const more = notes.slice(-2).join(', ')
  return [{ what: 'growth 10→195, over the floor’s own', target: '≤ 1.25', measured: ratioOf(rounds), more }]
}
