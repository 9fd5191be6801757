import { ApiProblem } from './api-problem'
import { ADDRESSES, type AnswerOf, type UsedOperation } from './operation'
import { problemIn, UNREACHABLE, UNREADABLE } from './problem-in'

export type Given = {
  /** What stands for `{name}` in the path. */
  path?: Record<string, string>
  query?: Record<string, string | string[] | undefined>
  body?: unknown
  /** Idempotency-Key: the same one makes a repeat safe. */
  key?: string | undefined
  signal?: AbortSignal | undefined
}

/** Sends one operation. Rejects with an ApiProblem where it has no answer, or one that is no success. */
export async function send<N extends UsedOperation>(name: N, given: Given): Promise<AnswerOf<N>> {
  const response = await reach(name, given)
  const body = await bodyOf(response)
  if (!response.ok) throw problemIn(response.status, body)
  if (body === undefined) throw new ApiProblem('unreadable', UNREADABLE)
  // Page and server are one build, and the server's answers are held to the contract by its own tests.
  return body as AnswerOf<N>
}

async function reach(name: UsedOperation, given: Given): Promise<Response> {
  const [method, path] = ADDRESSES[name]
  const headers = new Headers({ accept: 'application/json' })
  if (given.body !== undefined) headers.set('content-type', 'application/json')
  if (given.key !== undefined) headers.set('idempotency-key', given.key)
  const body = given.body === undefined ? null : JSON.stringify(given.body)
  try {
    return await fetch(addressOf(path, given), { method, headers, body, signal: given.signal ?? null })
  } catch (error) {
    if (given.signal?.aborted) throw error
    throw new ApiProblem('unreachable', UNREACHABLE)
  }
}

function addressOf(path: string, given: Given): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.path?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given.query ?? {})) {
    for (const one of [value ?? []].flat()) if (one !== '') query.append(name, one)
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Null for an empty one, undefined for one that is no JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}
