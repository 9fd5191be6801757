import type { Client } from 'pg'
import * as z from 'zod'
import { Driver } from './drive'
import { mean, median } from './ratios'
import type { Side } from './side'
import { type Counted, type StatementCounter, statementsIn } from './statement-counter'

type Cost = {
  rows: number
  bytes: number
  wal: number
  statements: number
  roundTrips: number
  commits: number
}

/** What one long session of the product costs in the database, early and late. Not timed. */
export async function costs(
  { product, workspace }: { product: Side; workspace: string },
  database: { client: Client; counter: StatementCounter },
): Promise<{ rows: string[][]; byStatement: string[][] }> {
  const place = { workspace, folder: 'costs' }
  const driver = await Driver.begin(product, { tool: 'read_file', times: 200 }, place)
  const windows: Cost[] = []
  const statements: Counted[] = []
  let done = 0
  for (const [from, to] of [
    [5, 15],
    [185, 195],
  ] as const) {
    for (; done < from; done += 1) await driver.approve()
    await database.client.query('CHECKPOINT')
    // The first touch of a page after a checkpoint is logged whole; those are no cost of an iteration.
    for (; done < from + 2; done += 1) await driver.approve()
    const single: Pick<Cost, 'wal' | 'statements' | 'roundTrips' | 'commits'>[] = []
    const before = await sizesOf(database.client)
    let wal = before.wal
    for (; done < to; done += 1) {
      database.counter.take()
      await driver.approve()
      const now = await walOf(database.client)
      const counted = database.counter.take()
      statements.push(counted)
      const { roundTrips, commits } = counted
      single.push({ wal: now - wal, statements: statementsIn(counted), roundTrips, commits })
      wal = now
    }
    const after = await sizesOf(database.client)
    const times = to - from - 2
    const middle = (of: (one: (typeof single)[number]) => number) => median(single.map(of))
    windows.push({
      rows: (after.rows - before.rows) / times,
      bytes: (after.bytes - before.bytes) / times,
      wal: middle(one => one.wal),
      statements: middle(one => one.statements),
      roundTrips: middle(one => one.roundTrips),
      commits: middle(one => one.commits),
    })
  }
  driver.close()
  return { rows: rowsOf(windows), byStatement: usual(statements) }
}

function rowsOf(windows: Cost[]): string[][] {
  const names: Record<keyof Cost, string> = {
    rows: 'rows',
    bytes: 'bytes in tables and indexes',
    wal: 'bytes of WAL',
    statements: 'SQL statements',
    roundTrips: 'round trips',
    commits: 'commits',
  }
  return Object.entries(names).map(([key, name]) => {
    const values = windows.map(window => window[key as keyof Cost])
    return [name, ...values.map(value => (Math.round(value * 10) / 10).toString())]
  })
}

function usual(all: Counted[]): string[][] {
  const texts = new Set(all.flatMap(({ statements }) => [...statements.keys()]))
  return [...texts]
    .map(text => ({ text, times: mean(all.map(({ statements }) => statements.get(text) ?? 0)) }))
    .filter(({ times }) => times >= 0.5)
    .toSorted((a, b) => b.times - a.times)
    .map(({ text, times }) => [times.toFixed(1), text.length > 150 ? `${text.slice(0, 150)}…` : text])
}

const Wal = z.object({ wal: z.coerce.number() })
const Tables = z.array(z.object({ name: z.string(), bytes: z.coerce.number() }))

async function walOf(client: Client): Promise<number> {
  const { rows } = await client.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal")
  return Wal.parse(rows[0]).wal
}

async function sizesOf(client: Client): Promise<{ rows: number; bytes: number; wal: number }> {
  const found = await client.query(
    `SELECT oid::regclass::text AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const tables = Tables.parse(found.rows)
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')
  const { rows } = await client.query(`SELECT (${counts})::float8 AS rows`)
  return {
    rows: z.object({ rows: z.number() }).parse(rows[0]).rows,
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
    wal: await walOf(client),
  }
}
