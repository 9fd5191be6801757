import * as z from 'zod'
import { type Refusal, refuse } from '@/lib/domain/problem'

/** A place in a list as clients get to hold it: opaque, and of use only with the list that it is of. */
export const encodePlace = (list: string, place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify([list, ...place])).toString('base64url')

/** The place that a cursor stands for; a Refusal where it is none of this list. */
export function decodePlace<T extends readonly [z.ZodType, ...z.ZodType[]]>(
  list: string,
  cursor: string,
  shape: T,
): { [K in keyof T]: z.output<T[K]> } | Refusal {
  try {
    const read = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [, ...place] = z.tuple([z.literal(list), ...shape]).parse(read)
    return place as { [K in keyof T]: z.output<T[K]> }
  } catch {
    const errors = [{ path: '/cursor', message: 'This is no cursor of this list.' }]
    return refuse('invalid_request', 'This is no cursor of this list.', { errors })
  }
}

/** A page of what was found, where one more was asked for than it holds. */
export function pageOf<T>(
  found: T[],
  limit: number,
  placeOf: (last: T) => string,
): { items: T[]; nextCursor: string | null } {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: found.length > limit && last !== undefined ? placeOf(last) : null }
}
