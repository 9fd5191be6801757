import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '@/lib/domain/contract/contract'
import { PROBLEMS } from '@/lib/domain/contract/problem'
import { EVENTS } from '@/lib/domain/session/event'
import { openApi } from './open-api'

type Json = Record<string, unknown>
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json }
type Described = {
  operationId: string
  security?: unknown[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { schema: Json }> }
  >
  'x-events'?: Json
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Json>; responses: Json; securitySchemes: Json }
}

const document = JSON.parse(JSON.stringify(openApi('1.2.3'))) as Document
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** All objects of a document, the whole one included. */
function* parts(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Json
  for (const part of Object.values(value)) yield* parts(part)
}

const resolve = (ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document)

describe('the OpenAPI document', () => {
  test('describes each operation of the contract once, and nothing else', () => {
    const told = described.map(({ path, method, operation }) => [
      operation.operationId,
      `${method.toUpperCase()} ${path}`,
    ])
    const agreed = Object.entries(OPERATIONS).map(([name, { endpoint }]) => [name, endpoint])
    expect(told.sort()).toEqual(agreed.sort())
    expect(document.openapi).toBe('3.1.0')
  })

  test('refers to nothing that is not there', () => {
    const refs = [...parts(document)].flatMap(part => (typeof part.$ref === 'string' ? [part.$ref] : []))
    expect(refs.length).toBeGreaterThan(50)
    for (const ref of refs) expect([ref, typeof resolve(ref)]).toEqual([ref, 'object'])
  })

  test('holds only schemas that can be used, with none named twice', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(document, 'document')
    for (const name of Object.keys(document.components.schemas)) {
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
      expect(typeof ajv.compile({ $ref: `document#/components/schemas/${name}` })).toBe('function')
    }
    for (const part of parts(document)) expect(part).not.toHaveProperty('$id')
  })

  test('names every part of a path, and says what is sent and answered', () => {
    for (const { path, operation } of described) {
      const named = operation.parameters.filter(parameter => parameter.in === 'path')
      expect(named.map(parameter => parameter.name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      )
      expect(named.every(parameter => parameter.required && parameter.description)).toBe(true)
      for (const parameter of operation.parameters) expect(parameter.schema).toBeTypeOf('object')
      for (const response of Object.values(operation.responses)) {
        expect(response.$ref ?? response.description).toBeTypeOf('string')
      }
    }
  })

  test('says where a change may name the revision that it was made from', () => {
    const named = described.flatMap(({ operation: { operationId, parameters } }) =>
      parameters.filter(({ name }) => name === 'If-Match').map(({ schema }) => ({ operationId, schema })),
    )
    expect(named.map(({ operationId }) => operationId)).toEqual(['correctPlan', 'correctState'])
    const pattern = new RegExp(String(named[0]?.schema.pattern))
    expect(['3', '"3"', '*', '"3', 'W/"3"', '3, 4'].map(value => pattern.test(value))).toEqual([
      ...[true, true, true, false, false, false],
    ])
  })

  test('accepts what the contract accepts', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(document, 'document')
    const body = ajv.compile({ $ref: 'document#/components/schemas/DecideInput' })
    expect(body({ decisions: [{ kind: 'approve', callId: 'a', digest: 'b' }] })).toBe(true)
    expect(body({ decisions: [{ kind: 'bless', callId: 'a', digest: 'b' }] })).toBe(false)
    expect(body({ decisions: [{ kind: 'approve', callId: 'a', digest: 'b', approved: true }] })).toBe(false)
    const problem = ajv.compile({ $ref: 'document#/components/schemas/Problem' })
    expect(
      problem({ type: 'about:blank', title: '', status: 409, detail: '', code: 'stale_digest', call: {} }),
    ).toBe(true)
  })

  test('tells who needs to sign in, which codes there are, and the events of streams', () => {
    const open = described.filter(({ operation }) => operation.security?.length === 0)
    expect(open.map(({ operation }) => operation.operationId).sort()).toEqual([
      'readHealth',
      'returnFromIssuer',
      'returnFromServer',
      'signIn',
      'signInByIssuer',
    ])
    const text = JSON.stringify(document.components.responses)
    for (const code of Object.keys(PROBLEMS)) expect(text).toContain(`\`${code}\``)
    const streams = described.filter(({ operation }) => operation['x-events'])
    expect(streams.map(({ path }) => path)).toEqual(['/api/sessions/{id}/events', '/api/events', '/api/live'])
    for (const { operation } of streams) {
      expect(Object.keys(operation['x-events'] ?? {})).toEqual(Object.keys(EVENTS))
      for (const type of Object.keys(EVENTS)) {
        const named = document.components.schemas[`event.${type}`]
        const shape = typeof named?.$ref === 'string' ? resolve(named.$ref) : named
        expect(shape).toMatchObject({ required: expect.arrayContaining(['sessionId', 'seq', 'at']) })
      }
      expect(operation.responses['200']?.content).toHaveProperty('text/event-stream')
    }
  })
})
