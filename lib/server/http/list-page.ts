import * as z from 'zod'
import type { CountedPage, CursorPage } from '@/lib/domain/contract/operation'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { Instant } from '@/lib/domain/instant'
import { countWaiting, type PendingSet, pendingSets } from '@/lib/store/call/pending'
import { type Database, inSnapshot, type Tx } from '@/lib/store/connection/database'
import { findSession } from '@/lib/store/session/session'

/** A list as its cursors know it: its name, the shape of a place in it, and the page that is wanted. */
type List<S extends Shape> = {
  name: string
  position: S
  query: { cursor?: string | undefined; limit: number }
}
type Shape = readonly [z.ZodType, ...z.ZodType[]]
type PositionOf<S extends Shape> = { [K in keyof S]: z.output<S[K]> }

/**
 * A page of a list, read after the place that its cursor stands for. `read` gets a limit that is one higher than the
 * page holds, which tells whether another page follows.
 */
export async function listPage<T, S extends Shape>(
  { name, position, query: { cursor, limit } }: List<S>,
  read: (after: PositionOf<S> | undefined, limit: number) => Promise<T[] | Refusal>,
  placeOf: (last: T) => readonly (string | number)[],
): Promise<CursorPage<T> | Refusal> {
  const after = cursor === undefined ? undefined : decodePosition(name, cursor, position)
  if (after instanceof Refusal) return after
  const items = await read(after, limit + 1)
  return items instanceof Refusal ? items : pageOf(items, limit, last => encodePosition(name, placeOf(last)))
}

/** The same of a list that is in the order of its ids, the newest first. */
export const listById = <T extends { id: string }>(
  list: Omit<List<Shape>, 'position'>,
  read: (page: { before: string | undefined; limit: number }) => Promise<T[] | Refusal>,
) =>
  listPage(
    { ...list, position: [z.uuid()] },
    (after, limit) => read({ before: after?.[0], limit }),
    ({ id }) => [id],
  )

/** A place in a list as clients get it: opaque, and of use with this list only. */
export const encodePosition = (list: string, position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify([list, ...position])).toString('base64url')

/** The place that a cursor stands for; a Refusal for a cursor that is not of this list. */
export function decodePosition<S extends Shape>(
  list: string,
  cursor: string,
  shape: S,
): PositionOf<S> | Refusal {
  try {
    const json = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [, ...position] = z.tuple([z.literal(list), ...shape]).parse(json)
    return position as PositionOf<S>
  } catch {
    const errors = [{ path: '/cursor', message: 'This is no cursor of this list.' }]
    return refuse('invalid_request', 'This is no cursor of this list.', { errors })
  }
}

/** The first `limit` of the items. */
export function pageOf<T>(items: T[], limit: number, cursorOf: (last: T) => string): CursorPage<T> {
  const page = items.slice(0, limit)
  const last = page.at(-1)
  return { items: page, nextCursor: items.length > limit && last !== undefined ? cursorOf(last) : null }
}

type PageQuery = List<Shape>['query']

/** A page of the inbox, for programs and for the inbox's own page. */
export async function pendingPage(tx: Tx, query: PageQuery): Promise<CountedPage<PendingSet> | Refusal> {
  const page = await listPage(
    { name: 'pending', position: [Instant, z.uuid()], query },
    (after, limit) => pendingSets(tx, { after: after && { createdAt: after[0], id: after[1] }, limit }),
    set => [set.createdAt, set.id],
  )
  if (page instanceof Refusal) return page
  const { sets, calls } = await countWaiting(tx)
  return { ...page, total: sets, waitingCalls: calls }
}

type Revisions = { sessionId: string; list: string; query: PageQuery }

/** A page of the revisions of something that a session has, the newest first. */
export const revisionsPage = <T extends { revision: number }>(
  db: Database,
  { sessionId, list, query }: Revisions,
  read: (tx: Tx, sessionId: string, page: { before: number | undefined; limit: number }) => Promise<T[]>,
): Promise<CursorPage<T> | Refusal> =>
  listPage(
    { name: list, position: [z.int().min(0)], query },
    (after, limit) =>
      inSnapshot(db, async tx => {
        const session = await findSession(tx, { id: sessionId })
        if (!session) return refuse('not_found', { code: 'problem.noSession' })
        return read(tx, sessionId, { before: after?.[0], limit })
      }),
    last => [last.revision],
  )
