import * as z from 'zod'

/**
 * One operation of the public interface. Routes parse by it, the browser calls by it, and the OpenAPI
 * document is made of it, so that the three cannot differ.
 */
export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  summary: string
  description?: string
  /** Needs no sign-in; who is signed in may get to see more. */
  open?: true
  query?: z.ZodObject
  body?: z.ZodType
  /** Answer by status. */
  answers: Record<number, OperationAnswer>
}

/** `null` for an empty one, `'stream'` for server-sent events, media types for a file of one of them. */
export type OperationAnswer = z.ZodType | null | 'stream' | readonly string[]

/** A list as it is answered, a page at a time. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** Which page of a list is asked for. */
export const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
}
