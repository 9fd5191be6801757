import type * as z from 'zod'
import type { Endpoint, OperationOf, ParamName, SchemaOf } from '@/lib/domain/contract/contract'
import type { Operation } from '@/lib/domain/contract/operation'
import type { FieldError, ProblemCode } from '@/lib/domain/contract/problem'
import type { StoredText } from '@/lib/messages/phrase'
import { isObject } from '@/lib/text/json/json-value'

/** `Fields`, unless there is no `T`. */
type IfAny<T, Fields> = [T] extends [never] ? unknown : Fields

/** An empty text counts as absent. */
type QueryValue<T> = unknown extends T ? string | number : T | ''
type QueryOf<O> = {
  [Name in keyof z.input<SchemaOf<O, 'query'>>]?: QueryValue<z.input<SchemaOf<O, 'query'>>[Name]>
}

type Options<O extends Operation> = { signal?: AbortSignal | undefined } & IfAny<
  ParamName<O['endpoint']>,
  { params: Record<ParamName<O['endpoint']>, string | number> }
> &
  IfAny<SchemaOf<O, 'query'>, { query?: QueryOf<O> }> &
  IfAny<SchemaOf<O, 'body'>, { body: z.input<SchemaOf<O, 'body'>> }> &
  // Idempotency-Key: the same one makes a repeat safe.
  (O['endpoint'] extends `POST ${string}` ? { key?: string } : unknown) &
  // If-Match: the revision that the change is based on. If there is a newer one, nothing is changed.
  (O extends { ifMatch: true } ? { ifMatch?: number } : unknown)

export type RequestTo<E extends Endpoint> = Options<OperationOf<E>>

/** What an operation answers if it succeeds. */
type Answer<O extends Operation> = {
  [S in keyof O['answers'] & (200 | 201 | 202 | 204)]: O['answers'][S] extends z.ZodType
    ? z.output<O['answers'][S]>
    : null
}[keyof O['answers'] & (200 | 201 | 202 | 204)]

export type AnswerTo<E extends Endpoint> = Answer<OperationOf<E>>

/**
 * Sends an operation of the contract: `fetchApi('POST /api/sets/{id}/decisions', { params: { id }, body })`. Only its types
 * come from the contract: the schemas, and zod, would be a large part of the page's scripts. Rejects with an ApiProblem if
 * there is no answer, or an error.
 */
export async function fetchApi<E extends Endpoint>(
  endpoint: E,
  ...[options]: object extends RequestTo<E> ? [options?: RequestTo<E>] : [options: RequestTo<E>]
): Promise<AnswerTo<E>> {
  const askedAt = Date.now()
  const response = await send(endpoint, options ?? {})
  noteServerTime(response, askedAt)
  const body = await bodyOf(response)
  if (!response.ok) throw problemIn(response.status, body)
  if (body === undefined) throw new ApiProblem('unreadable', UNREADABLE)
  // Page and server are one build, and the server's tests check its answers against the contract.
  return body as AnswerTo<E>
}

type RequestParts = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  key?: string
  ifMatch?: number
  signal?: AbortSignal | undefined
}

async function send(
  endpoint: Endpoint,
  { params = {}, query = {}, ...rest }: RequestParts,
): Promise<Response> {
  const { body, key, ifMatch, signal = null } = rest
  const [method, path = ''] = endpoint.split(' ')
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (key !== undefined) headers.set('idempotency-key', key)
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body), signal }
  try {
    return await fetch(url + searchOf(query), init)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem('unreachable', UNREACHABLE)
  }
}

function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const part of [value ?? []].flat()) if (part !== '') search.append(name, String(part))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** Null for an empty body, undefined for one that is not JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A name that nobody else has. Browsers have no randomUUID at an insecure address. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** `unreachable`: there was no answer. `unreadable`: there was one that this page does not understand. */
type ClientCode = ProblemCode | 'unreachable' | 'unreadable'

type ProblemParts = { errors?: FieldError[]; codedText?: StoredText | undefined }

/** Why a request failed, with a message for the person, and the same in words that can be said in other languages. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly errors: FieldError[]
  readonly codedText: StoredText | undefined

  constructor(
    readonly code: ClientCode,
    message: string,
    { errors = [], codedText }: ProblemParts = {},
  ) {
    super(message)
    this.errors = errors
    this.codedText = codedText
  }
}

/** Whether an error is an ApiProblem, of one of the codes if any are named. */
export const isProblem = (error: unknown, ...codes: ClientCode[]): error is ApiProblem =>
  error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))

/** For deleting: what is already deleted is no error. */
export function nullIfGone(error: unknown): null {
  if (isProblem(error, 'not_found')) return null
  throw error
}

export const UNREACHABLE = 'The server cannot be reached. Try again in a moment.'
const UNREADABLE = 'The server answered in a way that this page does not understand. Reload the page.'

/** The problem of an unsuccessful answer, which may also come from a proxy in between. */
export function problemIn(status: number, body: unknown): ApiProblem {
  if (isObject(body) && typeof body.code === 'string' && typeof body.detail === 'string')
    return new ApiProblem(body.code as ProblemCode, body.detail, body as ProblemParts)
  if (status === 401) return new ApiProblem('unauthorized', 'Sign in first.')
  if (status >= 500) return new ApiProblem('unavailable', UNREACHABLE)
  return new ApiProblem('unreadable', UNREADABLE)
}

/** By how much the clock of the server is ahead of this machine's, as far as is known. */
let aheadMs = 0

/** Learns the time of the server from its answer to what was asked at `askedAt`. */
function noteServerTime(response: Response, askedAt: number): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  // The header gives a whole second between question and answer. Clocks that agree within that are taken for the same.
  const least = date - Date.now()
  const most = date + 1_000 - askedAt
  aheadMs = Math.max(least, Math.min(most, 0))
}

/** The time by the clock that what the server tells goes by. */
export const serverNow = (): number => Date.now() + aheadMs
