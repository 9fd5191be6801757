import http from 'node:http'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import * as z from 'zod'
import { OPERATIONS, type OperationName } from '@/lib/domain/contract/contract'
import type { OperationAnswer } from '@/lib/domain/contract/operation'
import { Problem, type ProblemCode } from '@/lib/domain/contract/problem'
import { EventReader } from './event-reader'
import { TOKEN } from './http-server'

/** What was answered. `json`: the body where it is JSON. */
export type Answered = { status: number; headers: http.IncomingHttpHeaders; text: string; json: unknown }

export type Sent = {
  body?: unknown
  /** The body as it is, instead. */
  raw?: string | Uint8Array
  /** The second half of the body is held back until then. */
  after?: Promise<unknown>
  /** On top of the token and the content type; null leaves one out. */
  headers?: Record<string, string | null>
}

/** Asks as a program does, over a connection of its own. */
export async function ask(url: string, line: string, sent: Sent = {}): Promise<Answered> {
  const response = await open(url, line, sent)
  const text = await new Response(Readable.toWeb(response) as ReadableStream).text()
  const isJson = /^application\/(problem\+)?json$/.test(response.headers['content-type'] ?? '')
  const json = isJson && text !== '' ? JSON.parse(text) : undefined
  return { status: response.statusCode ?? 0, headers: response.headers, text, json }
}

/** A request for an operation: `at` fills the parts of its path that differ, in their order. */
export type Asking = Sent & { at?: string | string[]; query?: Record<string, string | string[] | undefined> }

/** The parts of an endpoint's path that differ. */
export const partsOf = (endpoint: string): string[] => endpoint.match(/\{\w+\}/g) ?? []

/** An operation as a request line names it. */
export function lineOf(name: OperationName, { at = [], query = {} }: Asking = {}): string {
  const { endpoint } = OPERATIONS[name]
  const ids = [at].flat()
  const params = Object.entries(query).flatMap(([key, value]) => [value ?? []].flat().map(one => [key, one]))
  const filled = endpoint.replace(/\{\w+\}/g, () => encodeURIComponent(ids.shift() ?? ''))
  return `${filled}${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}`
}

type Answers<N extends OperationName> = (typeof OPERATIONS)[N]['answers']

/** What an operation answers, as the contract reads it; the text of what is no JSON. What may be accepted is so. */
export type AnswerTo<N extends OperationName> = {
  [S in keyof Answers<N>]: Answers<N>[S] extends z.ZodType<infer T> ? T : string
}[202 extends keyof Answers<N> ? 202 : keyof Answers<N>]

/** Asks for operations by their names: `does` gives the answer of the contract, or fails the test. */
export type Operations = {
  does: <N extends OperationName>(name: N, asking?: Asking) => Promise<AnswerTo<N>>
  tries: (name: OperationName, asking?: Asking) => Promise<Answered>
}

export const operations = (url: string): Operations => ({
  does: async (name, asking = {}) => agreed(name, await ask(url, lineOf(name, asking), asking)) as never,
  tries: (name, asking = {}) => ask(url, lineOf(name, asking), asking),
})

/** Reads server-sent events until the test ends. */
export async function listen(url: string, path: string, headers: Sent['headers'] = {}): Promise<EventReader> {
  const response = await open(url, `GET ${path}`, { headers })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  return new EventReader(Readable.toWeb(response) as ReadableStream<Uint8Array>)
}

function open(url: string, line: string, sent: Sent): Promise<http.IncomingMessage> {
  const [method, path = ''] = line.split(' ')
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const headers: Record<string, string | null> = {
    authorization: `Bearer ${TOKEN}`,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...sent.headers,
  }
  const kept = Object.entries(headers).filter(([, value]) => value !== null)
  return new Promise((resolve, reject) => {
    const own = Object.fromEntries(kept) as Record<string, string>
    // An empty Host would be taken for none, and filled in.
    const options = { method, headers: own, agent: false, setHost: !('host' in own) }
    const request = http.request(`${url}${path}`, options, resolve)
    request.on('error', reject)
    if (!sent.after) return void request.end(body)
    const text = String(body)
    request.write(text.slice(0, text.length / 2))
    void sent.after.then(() => request.end(text.slice(text.length / 2)))
  })
}

/** The answer as the contract has it, or the test fails. */
export function agreed<N extends OperationName>(name: N, answered: Answered): unknown {
  const { status, json, headers } = answered
  const answers: Record<number, OperationAnswer> = OPERATIONS[name].answers
  const schema = answers[status]
  if (schema === undefined) throw new Error(`${name} answered ${status}: ${answered.text}`)
  expect(headers['cache-control']).toBe('no-store')
  if (!(schema instanceof z.ZodType)) return answered.text
  return strictly(schema).parse(json)
}

/** A refusal as the contract has it, or the test fails. */
export function refused(answered: Answered, code: ProblemCode): z.infer<typeof Problem> {
  expect({
    code: (answered.json as { code?: unknown } | undefined)?.code,
    text: answered.text,
  }).toMatchObject({ code })
  expect(answered.headers['content-type']).toBe('application/problem+json')
  expect(answered.headers['cache-control']).toBe('no-store')
  const problem = Problem.parse(answered.json)
  expect(problem.status).toBe(answered.status)
  return problem
}

/** The fields that a refusal names. */
export const faultsOf = (answered: Answered, code: ProblemCode = 'invalid_request'): string[] =>
  (refused(answered, code).errors ?? []).map(({ path }) => path)

/** The code of a refusal, or the status of an answer: for tables that list what is not as it should be. */
export const codeOf = ({ json, status }: Answered): ProblemCode | number =>
  status < 400 ? status : Problem.parse(json).code

/** Refuses fields that the schema does not name: what a row has beyond them is nobody's business. */
function strictly(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject && !schema.def.catchall ? z.strictObject(schema.shape) : schema
}
