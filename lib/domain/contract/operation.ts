import * as z from 'zod'
import type { PersonRole } from './person'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One operation of the public interface. */
export type Operation = {
  endpoint: `${Method} /api/${string}`
  summary: string
  description?: string
  /** Who may, at least; where it says nothing, viewers may read and reviewers do the rest. */
  role?: PersonRole
  /** Needs no sign-in; people who are signed in may be told more. */
  open?: true
  /** It changes what has a revision: `If-Match` may name the one that the change was made from. */
  ifMatch?: true
  query?: z.ZodObject
  body?: z.ZodType
  /** Of a body that is a file: the most bytes that it may have, with any number of values. */
  fileBytes?: number
  answers: Record<number, OperationAnswer>
}

export function endpointParts({ endpoint }: Pick<Operation, 'endpoint'>): { method: Method; path: string } {
  const [method, path = ''] = endpoint.split(' ')
  return { method: method as Method, path }
}

/** `null` for an empty one, `'stream'` for server-sent events, media types for a file of one of them. */
export type OperationAnswer = z.ZodType | null | 'stream' | readonly string[]

/** A page of a list. */
export type CursorPage<T> = { items: T[]; nextCursor: string | null }

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** The page of a list of which people want to know how much there is, however little of it is loaded. */
export type CountedPage<T> = CursorPage<T> & { total: number; waitingCalls: number }

export const countedListOf = <T extends z.ZodType>(item: T) =>
  listOf(item).extend({
    total: z.int().min(0).describe('How many items the list has, on all of its pages'),
    waitingCalls: z.int().min(0).describe('How many Calls wait for a person, over all sessions'),
  })

/** Which page of a list is wanted. */
export const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
}
