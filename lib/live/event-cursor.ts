import type { Position } from '@/lib/store/event'

/**
 * A place in the order of all sessions' Events, as clients get to hold it: opaque, and of use only with the
 * database that it names.
 */
export const encodeCursor = (databaseId: string, { xid, id }: Position): string =>
  Buffer.from(`${databaseId} ${xid} ${id}`).toString('base64url')

/** Null for what is no cursor of this database. */
export function decodeCursor(databaseId: string, text: string): Position | null {
  const decoded = Buffer.from(text, 'base64url').toString()
  const [, foundId, xid = '', id = ''] = /^(\S+) (\d{1,18}) (\d{1,18})$/.exec(decoded) ?? []
  if (foundId !== databaseId) return null
  const position = { xid: BigInt(xid), id: BigInt(id) }
  return encodeCursor(databaseId, position) === text ? position : null
}

/** Before everything that ever happened. */
export const BEGINNING: Position = { xid: 0n, id: 0n }

/** Negative where `one` comes first. */
export function comparePositions(one: Position, other: Position): number {
  const [a, b] = one.xid === other.xid ? [one.id, other.id] : [one.xid, other.xid]
  return a < b ? -1 : a > b ? 1 : 0
}
