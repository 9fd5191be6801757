import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchApi, problemIn, serverNow } from './fetch-api'

/** What the page sent, while every answer is this one. */
function answering(response: () => Response) {
  const fetched = vi.fn<typeof fetch>(async () => response())
  vi.stubGlobal('fetch', fetched)
  return () =>
    fetched.mock.calls.map(([url, init]) => ({ url, ...init, headers: [...new Headers(init?.headers)] }))
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('an operation is sent', () => {
  test('with its params in the path, and what is empty left out of the query', async () => {
    const sent = answering(() => Response.json({ items: [], nextCursor: null }))
    await fetchApi('PATCH /api/models/{modelId}', {
      params: { modelId: 'compatible:a/b c' },
      body: { contextWindow: null },
    })
    await fetchApi('GET /api/search', {
      query: { q: 'a b', kind: ['call', 'message'], cursor: '', limit: 5 },
    })
    expect(sent().map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PATCH /api/models/compatible%3Aa%2Fb%20c',
      'GET /api/search?q=a+b&kind=call&kind=message&limit=5',
    ])
    expect(sent().map(({ body }) => body)).toEqual(['{"contextWindow":null}', null])
  })

  test('with a type only where there is a body, and with its key or revision', async () => {
    const sent = answering(() => Response.json({}))
    await fetchApi('POST /api/calls/{id}/undo', { params: { id: 'c' }, key: 'k' })
    await fetchApi('PATCH /api/sessions/{id}/state', { params: { id: 's' }, body: { a: 1 }, ifMatch: 3 })
    expect(sent().map(({ headers }) => headers)).toEqual([
      [
        ['accept', 'application/json'],
        ['idempotency-key', 'k'],
      ],
      [
        ['accept', 'application/json'],
        ['content-type', 'application/json'],
        ['if-match', '"3"'],
      ],
    ])
  })
})

describe('an answer', () => {
  test('without content is null', async () => {
    answering(() => new Response(null, { status: 204 }))
    expect(await fetchApi('DELETE /api/sessions/{id}', { params: { id: 's' } })).toBeNull()
  })

  test.each([
    [
      'is a problem',
      () => Response.json({ code: 'not_found', detail: 'Gone.' }, { status: 404 }),
      'not_found',
    ],
    ['is no JSON', () => new Response('<html>'), 'unreadable'],
    ['never comes', () => raise(new TypeError('Failed to fetch')), 'unreachable'],
  ])('that %s is a rejection', async (_, response, code) => {
    answering(response)
    await expect(fetchApi('GET /api/tools')).rejects.toMatchObject({ code })
  })
})

function raise(error: Error): never {
  throw error
}

test('what the contract does not have is an error to the compiler', () => {
  // It fails where one of these lines is none; nothing is sent.
  const wrong = async () => {
    // @ts-expect-error The contract has no such operation.
    await fetchApi('PUT /api/sessions')
    // @ts-expect-error The path has a part that is missing.
    await fetchApi('GET /api/sets/{id}')
    // @ts-expect-error Only a POST can be repeated by its key.
    await fetchApi('GET /api/sets/{id}', { params: { id: '1' }, key: 'k' })
    // @ts-expect-error No session is asleep.
    await fetchApi('GET /api/sessions', { query: { state: 'asleep' } })
    // @ts-expect-error A plan has steps.
    await fetchApi('PUT /api/sessions/{id}/plan', { params: { id: '1' }, body: {} })
    const set = await fetchApi('GET /api/sets/{id}', { params: { id: '1' } })
    // @ts-expect-error A set has no such field.
    return set.nothing
  }
  expect(wrong).toBeTypeOf('function')
})

test('problem details say their code, their words and the places they are about', () => {
  const errors = [{ path: '/arguments/path', message: 'Too long' }]
  const problem = problemIn(422, { code: 'invalid_arguments', detail: 'Not valid.', errors })
  expect(problem).toMatchObject({ code: 'invalid_arguments', message: 'Not valid.', errors })
})

test.each([
  [401, '<html>', 'unauthorized'],
  [502, null, 'unavailable'],
  [404, { code: 7 }, 'unreadable'],
  [418, [], 'unreadable'],
])('an answer %i that is no problem details still says something', (status, body, code) => {
  expect(problemIn(status, body)).toMatchObject({ code, errors: [] })
})

test.each([
  ['an hour ahead', { ahead: 3_600_000, takes: 0 }, 3_600_000],
  ['an hour behind', { ahead: -3_600_000, takes: 0 }, -3_599_000],
  ['the same within its seconds', { ahead: -999, takes: 0 }, 0],
  ['the same, on a slow way', { ahead: 2_000, takes: 10_000 }, 0],
  ['an hour behind, on a slow way', { ahead: -3_600_000, takes: 10_000 }, -3_599_000],
])('times go by the clock of the server, here %s', async (_, { ahead, takes }, difference) => {
  const now = 1_800_000_000_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const date = new Date(now + ahead).toUTCString()
  answering(() => {
    vi.setSystemTime(now + takes)
    return Response.json({}, { headers: { date } })
  })
  await fetchApi('GET /api/settings')
  expect(serverNow() - Date.now()).toBe(difference)
})
