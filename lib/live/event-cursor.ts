import { END_OF_ROW, type Position } from '@/lib/store/record/event'

/**
 * A place in the order of all sessions' Events, as clients get to hold it: opaque, and of use only with the
 * database that it names.
 */
export const encodeCursor = (databaseId: string, { xid, id, place }: Position): string =>
  toText(`${databaseId} ${xid} ${id} ${place}`)

const toText = (place: string): string => Buffer.from(place).toString('base64url')

/** Null for what is no cursor of this database. One from before several Events lay in a row names the row alone. */
export function decodeCursor(databaseId: string, text: string): Position | null {
  const decoded = Buffer.from(text, 'base64url').toString()
  const found = /^(\S+) (\d{1,18}) (\d{1,18})(?: (\d{1,10}))?$/.exec(decoded)
  if (found?.[1] !== databaseId || toText(decoded) !== text) return null
  const [, , xid = '', id = '', place = END_OF_ROW] = found
  return Number(place) > END_OF_ROW ? null : { xid: BigInt(xid), id: BigInt(id), place: Number(place) }
}

/** Before everything that ever happened. */
export const BEGINNING: Position = { xid: 0n, id: 0n, place: 0 }

/** Negative where `one` comes first. */
export function comparePositions(one: Position, other: Position): number {
  if (one.xid !== other.xid) return one.xid < other.xid ? -1 : 1
  if (one.id !== other.id) return one.id < other.id ? -1 : 1
  return one.place - other.place
}
