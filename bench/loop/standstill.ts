import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Driver } from './drive'
import type { Inspector } from './inspector'
import type { Side } from './side'
import { type StatementCounter, statementsIn } from './statement-counter'

/** A process that has nothing to do: its memory, its timers, and what it asks of Postgres. */
export type Standstill = { rssMb: number; heapMb: number; timers: number; statementsPerSecond: number }

const SETTLE_MS = 8_000
const LOOK_MS = 20_000

/** Resident memory of a process in megabytes; NaN where the system has no /proc. */
function residentMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}

export async function standstill(
  pid: number,
  seen: { counter: StatementCounter; inspector: Inspector },
): Promise<Standstill> {
  await wait(SETTLE_MS)
  seen.counter.take()
  await wait(LOOK_MS)
  const statements = statementsIn(seen.counter.take())
  const rssMb = residentMb(pid)
  return { rssMb, ...(await seen.inspector.look()), statementsPerSecond: statements / (LOOK_MS / 1000) }
}

export const standstillRow = (name: string, { rssMb, heapMb, timers, statementsPerSecond }: Standstill) => [
  name,
  rssMb.toFixed(0),
  heapMb.toFixed(1),
  String(timers),
  statementsPerSecond.toFixed(1),
]

/** Brings so many sessions to their first Call, and leaves them there with nobody watching. */
export async function pauseMany(side: Side, workspace: string, count: number): Promise<void> {
  const one = async (at: number): Promise<void> => {
    const place = { workspace, folder: `paused-${at}` }
    const driver = await Driver.begin(side, { tool: 'write_file', times: 1 }, place)
    driver.close()
  }
  const numbers = Array.from({ length: count }, (_, at) => at).values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const at of numbers) await one(at)
    }),
  )
}
