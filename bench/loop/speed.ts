import { Driver, type Iteration, wholeSession } from './drive'
import type { Work } from './model'
import type { Use, UseMeter } from './processor-time'
import { inTurns, mean, median, ratioOf } from './ratios'
import type { Side } from './side'

/** The product first, then what it is compared with; all work in the same workspace. */
export type Comparison = { sides: [Side, ...Side[]]; workspace: string }

/** What was measured, a text for each side; the others' with what the product is to them. */
export type Row = { what: string; cells: string[] }

const FIVE: Work = { tool: 'write_file', times: 5 }
const READS: Work = { tool: 'read_file', times: 5 }
let folders = 0
const newFolder = (): string => {
  folders += 1
  return `folder-${folders}`
}

/** Sessions of each side before it counts: by then the figures no longer fall, as code that is used often is compiled. */
const WARM_UP = 40

/** A figure of each side, round by round, as a row. */
function rowOf<T>(
  what: string,
  { sides }: Comparison,
  { rounds, of, digits = 1, unit = 'ms' }: Rounds<T>,
): Row {
  const values = sides.map(side => (rounds.get(side) ?? []).map(of))
  const [own = []] = values
  const cells = values.map((all, at) => {
    const middle = `${median(all).toFixed(digits)} ${unit}`
    return at === 0 ? middle : `${middle}: ${ratioOf(own, all)}`
  })
  return { what, cells }
}

type Rounds<T> = { rounds: Map<Side, T[]>; of: (value: T) => number; digits?: number; unit?: string }
type Session = { iterations: Iteration[]; use: Use }

/** Five iterations in one session, by turns. */
export async function alone(both: Comparison, meter: UseMeter, times: number): Promise<Row[]> {
  const session =
    (work: Work) =>
    async (side: Side): Promise<Session> => {
      const place = { workspace: both.workspace, folder: newFolder() }
      const { value, use } = await meter.over(side.pid, () => wholeSession(side, work, place))
      return { iterations: value, use }
    }
  await inTurns(WARM_UP, both.sides, session(FIVE))
  const rounds = await inTurns(times, both.sides, session(FIVE))
  await inTurns(5, both.sides, session(READS))
  const reads = await inTurns(times, both.sides, session(READS))
  const msOf = ({ iterations }: Session) => mean(iterations.map(({ ms }) => ms))
  return [
    rowOf('an iteration', both, { rounds, of: msOf }),
    rowOf('from the decision to the tool', both, { rounds, of: ({ iterations }) => toTool(iterations) }),
    rowOf('an iteration that reads', both, { rounds: reads, of: msOf }),
    rowOf('processor time of the server, an iteration', both, { rounds, of: ({ use }) => use.serverMs / 5 }),
    rowOf('processor time of Postgres, an iteration', both, { rounds, of: ({ use }) => use.postgresMs / 5 }),
    rowOf('write-ahead log, an iteration', both, { rounds, of: ({ use }) => use.wal / 5 / 1000, unit: 'kB' }),
  ]
}

const toTool = (iterations: Iteration[]): number =>
  median(iterations.flatMap(({ toToolMs }) => toToolMs ?? []))

/** From a message to the first piece of the answer that is heard. */
export async function firstText(both: Comparison, times: number): Promise<Row[]> {
  const rounds = await inTurns(times, both.sides, async side => {
    const place = { workspace: both.workspace, folder: newFolder() }
    const driver = await Driver.begin(side, { tool: 'read_file', times: 0 }, place)
    driver.close()
    return driver.firstTextMs ?? Number.NaN
  })
  return [rowOf('from a message to the first text', both, { rounds, of: ms => ms })]
}

/** The same in many sessions side by side: how many iterations a second, and how long the tool of one waits. */
export async function crowd(both: Comparison, times: number, size = 64): Promise<Row[]> {
  const sessions = async (side: Side) => {
    const places = Array.from({ length: size }, () => ({ workspace: both.workspace, folder: newFolder() }))
    const drivers: Driver[] = []
    // Not all at once: how sessions are made is another matter.
    for (let at = 0; at < size; at += 8) {
      const some = places.slice(at, at + 8).map(place => Driver.begin(side, FIVE, place))
      drivers.push(...(await Promise.all(some)))
    }
    const from = performance.now()
    const iterations = await Promise.all(drivers.map(toTheEnd))
    return { ms: performance.now() - from, iterations: iterations.flat() }
  }
  await inTurns(1, both.sides, sessions)
  const rounds = await inTurns(times, both.sides, sessions)
  const ofAll = ({ iterations }: { iterations: Iteration[] }) => toTool(iterations)
  return [
    rowOf(`iterations a second, ${size} sessions`, both, {
      rounds,
      digits: 0,
      unit: '/s',
      of: ({ ms }) => (size * FIVE.times * 1000) / ms,
    }),
    rowOf(`from the decision to the tool, ${size} sessions`, both, { rounds, of: ofAll, digits: 0 }),
  ]
}

async function toTheEnd(driver: Driver): Promise<Iteration[]> {
  const iterations: Iteration[] = []
  while (driver.isPaused) iterations.push(await driver.approve())
  driver.close()
  return iterations
}

const LONG: Work = { tool: 'read_file', times: 200 }

/** One long session each, with results of 2 KB, by turns. How an iteration grows with the history. */
export async function growth(both: Comparison, times: number): Promise<Row[]> {
  const early = new Map<Side, number[]>()
  const late = new Map<Side, number[]>()
  for (let round = 0; round < times; round += 1) {
    const drivers = new Map<Side, Driver>()
    for (const side of both.sides)
      drivers.set(side, await Driver.begin(side, LONG, { workspace: both.workspace, folder: newFolder() }))
    const rounds = await inTurns(LONG.times, both.sides, async side => drivers.get(side)?.approve())
    for (const [side, iterations] of rounds) {
      drivers.get(side)?.close()
      const around = (at: number): number =>
        median(iterations.slice(at - 6, at + 5).flatMap(iteration => iteration?.ms ?? []))
      early.set(side, [...(early.get(side) ?? []), around(10)])
      late.set(side, [...(late.get(side) ?? []), around(195)])
    }
  }
  const of = (ms: number) => ms
  return [
    rowOf('the 10th of 200 iterations that read 2 kB', both, { rounds: early, of }),
    rowOf('the 195th', both, { rounds: late, of }),
  ]
}
