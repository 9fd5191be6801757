import type { Database } from '@/lib/store/connection/database'
import { type KeptLink, linksAfter } from '@/lib/store/record/event'
import { findSession, type SessionRow } from '@/lib/store/session/session'

/** All links of a chain, as they are kept. */
export const storedLinks = (db: Database, chain: string): Promise<KeptLink[]> =>
  linksAfter(db, chain, { after: 0, limit: 100_000 })

/** A session as its rows are. */
export async function storedSession(db: Database, id: string): Promise<SessionRow> {
  const row = await findSession(db, { id })
  if (!row) throw new Error('There is no such session.')
  return row
}

/** Where a link lies: in the row with the number `last`, at `place`, counted from 1, among those from `first` on. */
const placeOf = (chain: string, seq: number): string =>
  `(SELECT last, place, type, payload, hash FROM "Link" WHERE chain = '${chain}' AND seq = ${seq}) l`

/** SQL that changes one part of a link, where it lies. */
export const changesLink = (
  { chain, seq }: { chain: string; seq: number },
  parts: Partial<Record<'types' | 'payloads' | 'hashes', string>>,
): string => {
  const set = Object.entries(parts).map(([column, expression]) => `${column}[l.place] = ${expression}`)
  return `UPDATE "Event" e SET ${set.join(', ')} FROM ${placeOf(chain, seq)}
    WHERE e.chain = '${chain}' AND e.seq = l.last`
}

/** SQL that removes a link and all that follow it. */
export const cutsLinks = ({ chain, seq }: { chain: string; seq: number }): string => {
  const cut = ['types', 'subjects', 'payloads', 'hashes'].map(column => `${column} = ${column}[:l.place - 1]`)
  return `WITH later AS (DELETE FROM "Event" WHERE chain = '${chain}' AND seq - cardinality(types) + 1 >= ${seq})
    UPDATE "Event" e SET seq = ${seq - 1}, ${cut.join(', ')} FROM ${placeOf(chain, seq)}
    WHERE e.chain = '${chain}' AND e.seq = l.last AND l.place > 1`
}

/** The last hash of a chain below a number. */
export const hashBefore = ({ chain, seq }: { chain: string; seq: number }): string =>
  `(SELECT hash FROM "Link" WHERE chain = '${chain}' AND seq = ${seq - 1})`
