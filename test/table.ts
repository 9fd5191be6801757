import { expect, test } from 'vitest'

/** Draws the rows of this run; a failure names it, and `TEST_SEED` draws the same again. */
const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1_000_000))

/** The same numbers for the same seed: 0 ≤ x < 1. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** So many rows, drawn by chance, for every change; in `npm run proof` all of them. For rows that take their time. */
export function sampled<T>(rows: readonly T[], count: number): T[] {
  if (process.env.TEST_SCOPE === 'proof' || rows.length <= count) return [...rows]
  const roll = dice(SEED)
  return rows
    .map(row => ({ row, place: roll() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ row }) => row)
}

const nameOf = (row: unknown): string => JSON.stringify(row)?.slice(0, 300) ?? String(row)

/** Declares the one test of all rows. */
type Declare<Args extends readonly unknown[]> = (
  title: string,
  check: (...row: Args) => unknown,
  timeoutMs?: number,
) => void

/** As `test.each`, but one test, which tells of every row that fails. */
export function table<T extends unknown[] | [unknown]>(rows: readonly T[]): Declare<T>
export function table<T extends readonly unknown[]>(rows: readonly T[]): Declare<T>
export function table<T>(rows: readonly T[]): Declare<[T]>
export function table(rows: readonly unknown[]): Declare<unknown[]> {
  return (title, check, timeoutMs) =>
    test(
      title,
      async () => {
        const faults: string[] = []
        for (const row of rows)
          try {
            await check(...(Array.isArray(row) ? row : [row]))
          } catch (error) {
            faults.push(`${nameOf(row)}: ${error instanceof Error ? error.message : error}`)
          }
        expect(rows.length).toBeGreaterThan(0)
        expect(faults, `with TEST_SEED=${SEED}`).toEqual([])
      },
      timeoutMs,
    )
}
