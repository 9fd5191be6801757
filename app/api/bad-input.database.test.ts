import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { OperationName } from '@/lib/domain/contract/contract'
import { CHANGING, type Each, EVERY, faultIn, faults, kept } from '@/test/http/every-operation'
import { type Asking, agreed, ask, lineOf, refused } from '@/test/http/http-client'
import { httpStory } from '@/test/http/http-story'

const raw = (text: string | Uint8Array): Asking => ({ raw: text })

describe('no operation takes', () => {
  test('a body that is no JSON, says two things, or holds what it has no field for', async () => {
    const s = await httpStory()
    const before = await kept(s)
    const ofType = (type: string | null): Asking => ({ body: {}, headers: { 'content-type': type } })
    const all: [Asking, string][] = [
      [raw('{'), 'malformed_json'],
      [ofType('text/plain'), 'unsupported_media_type'],
      [raw('[]'), 'invalid_request '],
      [raw('{"a":1,"a":2}'), 'invalid_request /a'],
      [raw('{"a":"a\\u0000b"}'), 'invalid_request /a'],
    ]
    const nested = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    /** What is read in one place is asked of one operation. */
    const one: [Asking, string][] = [
      ...['{"a":"a\nb"}', new Uint8Array([0x7b, 0xff, 0x7d])].map((body): [Asking, string] => [
        raw(body),
        'malformed_json',
      ]),
      ...['application/jsonp', 'application/json; charset=latin1', null].map((type): [Asking, string] => [
        ofType(type),
        'unsupported_media_type',
      ]),
      ...['"text"', 'null'].map((text): [Asking, string] => [raw(text), 'invalid_request ']),
      [raw('{"a":{"b":9007199254740993}}'), 'invalid_request /a/b'],
      [raw(nested), `invalid_request /a${'/0'.repeat(99)}`],
    ]
    const rows = CHANGING.flatMap(each =>
      [...all, ...(each.name === 'sendMessage' ? one : [])].map(([sent, code]): [Each, Asking, string] => [
        each,
        sent,
        code,
      ]),
    )
    expect(await faults(s, rows)).toEqual([])
    // The State holds what people and agents like; a sign-in comes back in one of two ways, and no field is missing.
    const closed = CHANGING.filter(({ name }) => name !== 'correctState' && name !== 'endServerSignIn')
    const unknown = await Promise.all(
      closed.map(async ({ name, at, operation: { body } }) => {
        const answered = await ask(s.url, lineOf(name, { at }), { body: { ...SOUND[name], 'no/field': 1 } })
        const fault = refused(answered, 'invalid_request').errors?.find(({ path }) => path === '/no~1field')
        const fields = body instanceof z.ZodObject ? Object.keys(body.shape).join(', ') : body ? '' : 'none'
        return fault?.message.includes(`There is no such field. Those here: ${fields}`) ? [] : [name]
      }),
    )
    expect(unknown.flat()).toEqual([])
    expect(await kept(s)).toEqual(before)
  })

  test('a query that is none, or a revision where it has none', async () => {
    const s = await httpStory()
    const foreign = Buffer.from(JSON.stringify(['elsewhere', 'x', 'y'])).toString('base64url')
    const queries = EVERY.flatMap(each =>
      Object.keys(each.operation.query?.shape ?? {}).flatMap((key): [Each, Asking, string][] => {
        const values = [
          '\0',
          ...(key === 'limit' ? ['0', '401', 'x', ''] : []),
          ...(key === 'cursor' ? ['x', '', foreign] : []),
        ]
        return values.map(value => [each, { query: { [key]: value } }, `invalid_request /${key}`])
      }),
    )
    expect(queries.length).toBeGreaterThan(50)
    expect(await faults(s, queries)).toEqual([])
    const headers = { 'if-match': '"1"' }
    const unrevised = CHANGING.filter(({ operation: { endpoint, ifMatch, body } }) => {
      return /^(PATCH|PUT) /.test(endpoint) && !ifMatch && body
    })
    const sound = unrevised.filter(({ name }) => SOUND[name])
    expect(sound.map(({ name }) => name)).toEqual(unrevised.map(({ name }) => name))
    expect(
      await faults(
        s,
        sound.map(each => [each, { body: SOUND[each.name], headers }, 'invalid_request']),
      ),
    ).toEqual([])
  })

  test('more than it reads, announced or not; what is empty is as good as nothing', async () => {
    const s = await httpStory()
    const sends = (sent: Asking) => s.tries('sendMessage', sent)
    const text = JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) })
    const chunked = { 'content-length': null, 'transfer-encoding': 'chunked' }
    for (const sent of [raw(text), { ...raw(text), headers: chunked }])
      expect(faultIn(await sends(sent))).toBe('payload_too_large')
    const file = raw(text.repeat(4))
    expect(faultIn(await s.tries('importSession', file))).toBe('payload_too_large')
    expect(faultIn(await s.tries('importSession', raw(text)))).toBe('invalid_request /format')
    expect(faultIn(await sends({ body: { text: 'x'.repeat(1_000_001) } }))).toBe('invalid_request /text')
    expect((await sends({ body: { text: 'é'.repeat(1_000_000) } })).status).toBe(202)
    for (const sent of [{}, { body: {} }, { headers: { 'content-type': 'text/plain' } }])
      expect((await s.tries('stopSession', sent)).status).toBe(202)
    expect((await ask(s.url, 'POST /api/sessions')).status).toBe(201)
    expect(
      agreed('readSession', await ask(s.url, `GET /api/sessions/${s.sessionId.toUpperCase()}`)),
    ).toMatchObject({
      session: { id: s.sessionId },
    })
  })
})

const SOUND: Partial<Record<OperationName, object>> = {
  changeSession: { title: 'Renamed' },
  changeMemory: { tags: [] },
  changeModel: {},
  changeSettings: {},
  changeChannel: {},
  changeRule: {},
  changeHook: { enabled: true },
  changePerson: {},
  changeServer: {},
  changeSchedule: {},
  setProviderKey: { key: 'k' },
  changeSkill: { text: 'a', hash: `sha256:${'0'.repeat(64)}` },
  addChannel: { name: 'ops', kind: 'webhook', url: 'https://hooks.example/in' },
  endServerSignIn: { state: 'a', code: 'b' },
}
