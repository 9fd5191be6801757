import { symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Answered, agreed, ask, refused } from '@/lib/testing/http/http-client'
import { about, anotherStory, type HttpStory, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const write = call('write_file', { path: 'a.txt', content: 'a' })
const ID = '01890000-0000-7000-8000-000000000000'

const paths = (
  answered: Answered,
  code: 'invalid_request' | 'invalid_arguments' = 'invalid_request',
): string[] => (refused(answered, code).errors ?? []).map(error => error.path)

async function story(): Promise<HttpStory & { messages: string }> {
  const s = await httpStory()
  return { ...s, messages: `POST /api/sessions/${s.sessionId}/messages` }
}

describe('a body', () => {
  test('that is no JSON is malformed', async () => {
    const { url, messages } = await story()
    for (const raw of [
      '{',
      '{"text": }',
      'text',
      '{"text":"a\nb"}',
      '{"text":"a\0b"}',
      new Uint8Array([0x7b, 0xff, 0x7d]),
    ]) {
      refused(await ask(url, messages, { raw }), 'malformed_json')
    }
  })

  test('that is of another type is not read', async () => {
    const { url, messages } = await story()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=latin1',
      null,
    ]) {
      const headers = { 'content-type': type }
      refused(await ask(url, messages, { body: { text: 'a' }, headers }), 'unsupported_media_type')
    }
    const headers = { 'content-type': 'application/json; charset=UTF-8' }
    expect((await ask(url, messages, { body: { text: 'a' }, headers })).status).toBe(202)
  })

  test('that is too large is refused, announced or not', async () => {
    const { url, messages } = await story()
    const raw = JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) })
    refused(await ask(url, messages, { raw }), 'payload_too_large')
    const headers = { 'content-length': null, 'transfer-encoding': 'chunked' }
    refused(await ask(url, messages, { raw, headers }), 'payload_too_large')
    expect(paths(await ask(url, messages, { body: { text: 'x'.repeat(1_000_001) } }))).toEqual(['/text'])
    expect((await ask(url, messages, { body: { text: 'é'.repeat(1_000_000) } })).status).toBe(202)
  })

  test('that could be read in two ways is refused, with the place', async () => {
    const { url, messages } = await story()
    const found = async (raw: string) => paths(await ask(url, messages, { raw }))
    expect(await found('{"text":"a","text":"b"}')).toEqual(['/text'])
    expect(await found('{"text":"a","overrides":{"maxRequests":9007199254740993}}')).toEqual([
      '/overrides/maxRequests',
    ])
    expect(await found('{"text":"a\\u0000b"}')).toEqual(['/text'])
    expect(await found('{"text":"a\\ud800b"}')).toEqual(['/text'])
    expect(await found('{"text":"a","b\\u0000":1}')).toEqual(['/b\0'])
    expect(await found(`{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)).toEqual([
      `/text${'/0'.repeat(99)}`,
    ])
  })

  test('that does not fit the contract is told field by field', async () => {
    const { url, messages } = await story()
    const bodies: [unknown, string[]][] = [
      [{}, ['/text']],
      [[], ['']],
      ['text', ['']],
      [null, ['']],
      [{ text: '' }, ['/text']],
      [{ text: ' \n' }, ['/text']],
      [{ text: 5 }, ['/text']],
      [{ text: 'a', colour: 'red' }, ['/colour']],
      [{ text: 'a', queueMode: 'later' }, ['/queueMode']],
      [{ text: 'a', overrides: { timeoutMs: -1, model: 'x' } }, ['/overrides/model', '/overrides/timeoutMs']],
    ]
    for (const [body, expected] of bodies) expect(paths(await ask(url, messages, { body }))).toEqual(expected)
    expect(paths(await ask(url, messages))).toEqual(['/text'])
  })

  test('with a field that there is not is told what fields there are', async () => {
    const { url, sessionId, messages } = await story()
    const session = `/api/sessions/${sessionId}`
    const bodies: [string, unknown, string, RegExp][] = [
      [
        'POST /api/sessions',
        { limits: { request: 3 } },
        '/limits/request',
        /modelRetries, requests, activeMs/,
      ],
      [`PATCH ${session}`, { limits: { 'a/b': 3 } }, '/limits/a~1b', /modelRetries, requests, activeMs/],
      [`PATCH ${session}`, { tools: { allow: [] } }, '/tools/allow', /include, exclude/],
      [
        `PATCH ${session}`,
        { compaction: { on: true } },
        '/compaction/on',
        /messages, keepMessages, .*enabled/,
      ],
      [`PATCH ${session}`, { key: 'k' }, '/key', /title, .*archived/],
      [
        messages,
        { text: 'a', overrides: { cap: 1 } },
        '/overrides/cap',
        /model, thinking, maxRequests, timeoutMs/,
      ],
      [`POST ${session}/stop`, { clearQueue: false }, '/clearQueue', /none/],
      [`DELETE ${session}`, { force: true }, '/force', /none/],
    ]
    for (const [line, body, path, message] of bodies) {
      const problem = refused(await ask(url, line, { body }), 'invalid_request')
      expect(problem.errors, line).toMatchObject([{ path, message: expect.stringMatching(message) }])
    }
    expect((await ask(url, `POST ${session}/stop`, { body: {} })).status).toBe(202)
  })

  test('is not needed where nothing is asked but the thing itself', async () => {
    const { url, sessionId } = await story()
    expect(agreed('stopSession', await ask(url, `POST /api/sessions/${sessionId}/stop`))).toEqual({
      runId: null,
    })
    const headers = { 'content-type': 'text/plain' }
    expect((await ask(url, `POST /api/sessions/${sessionId}/stop`, { headers })).status).toBe(202)
    expect((await ask(url, 'POST /api/sessions')).status).toBe(201)
  })
})

describe('an id', () => {
  test('of nothing is not found, whatever it looks like', async () => {
    const { url } = await story()
    for (const id of [ID, ID.toUpperCase(), 'x', '%2e%2ex', '%00', "'%20or%201=1", '1', '[id]']) {
      refused(await ask(url, `GET /api/sessions/${id}`), 'not_found')
      refused(await ask(url, `PATCH /api/sessions/${id}`, { body: { title: 'x' } }), 'not_found')
      refused(await ask(url, `DELETE /api/sessions/${id}`), 'not_found')
      refused(await ask(url, `POST /api/sessions/${id}/messages`, { body: { text: 'x' } }), 'not_found')
      refused(await ask(url, `GET /api/sessions/${id}/transcript`), 'not_found')
      refused(await ask(url, `GET /api/sessions/${id}/events`), 'not_found')
      refused(await ask(url, `GET /api/runs/${id}`), 'not_found')
      refused(await ask(url, `GET /api/runs/${id}/wait`), 'not_found')
      refused(await ask(url, `POST /api/runs/${id}/cancel`), 'not_found')
      refused(await ask(url, `GET /api/sets/${id}`), 'not_found')
      refused(await ask(url, `GET /api/calls/${id}`), 'not_found')
      const decisions = [{ kind: 'approve', callId: id, digest: 'x' }]
      refused(await ask(url, `POST /api/sets/${id}/decisions`, { body: { decisions } }), 'not_found')
      refused(await ask(url, 'POST /api/calls/preview', { body: { callId: id, arguments: {} } }), 'not_found')
    }
  })

  test('is the same in capitals', async () => {
    const { url, sessionId } = await story()
    expect(
      agreed('readSession', await ask(url, `GET /api/sessions/${sessionId.toUpperCase()}`)),
    ).toMatchObject({ session: { id: sessionId } })
  })
})

describe('a decision', () => {
  test('whose body comes late is about what is there by then', async () => {
    const s = await httpStory()
    const { runId } = await s.plays([write, { text: 'Done.' }])
    const set = await s.waits()
    const decide = (kind: string, after?: Promise<unknown>) =>
      ask(s.url, `POST /api/sets/${set.id}/decisions`, {
        body: { decisions: [about(set.calls[0], { kind })] },
        ...(after ? { after } : {}),
      })
    const sooner = Promise.withResolvers<void>()
    const later = decide('approve', sooner.promise)
    expect((await decide('deny')).status).toBe(200)
    sooner.resolve()
    refused(await later, 'already_decided')
    await s.ends(runId)
    expect(await s.world.files()).toEqual([])
  })

  test('about a Call of another set, or one named twice, is refused, and nothing runs', async () => {
    const s = await httpStory()
    const other = await anotherStory(s)
    await s.plays([write, { text: 'Done.' }])
    const set = await s.waits()
    await other.plays([write, { text: 'Done.' }])
    const foreign = await other.waits()
    const decide = (decisions: unknown[]) =>
      ask(s.url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } })
    const [mine, theirs] = [set.calls[0], foreign.calls[0]]
    refused(await decide([about(theirs, { kind: 'approve' })]), 'not_found')
    refused(await decide([about(mine, { kind: 'approve' }), about(theirs, { kind: 'approve' })]), 'not_found')
    expect(paths(await decide([about(mine, { kind: 'approve' }), about(mine, { kind: 'deny' })]))).toEqual([
      '/decisions/1/callId',
    ])
    expect(paths(await decide([]))).toEqual(['/decisions'])
    expect(paths(await decide([about(mine, { kind: 'bless' })]))).toEqual(['/decisions/0/kind'])
    expect(paths(await decide([{ kind: 'approve', callId: mine?.id }]))).toEqual(['/decisions/0/digest'])
    expect(paths(await decide([about(mine, { kind: 'deny', approved: true })]))).toEqual([
      '/decisions/0/approved',
    ])
    refused(await decide([about(mine, { kind: 'retry' })]), 'invalid_request')
    expect(await s.world.files()).toEqual([])
    expect((await s.view()).pendingSet).toEqual(set)
  })

  test('that was made already, or about what is no longer shown, brings the Call as it is', async () => {
    const s = await httpStory()
    const { runId } = await s.plays([write, { text: 'Done.' }])
    const set = await s.waits()
    const line = `POST /api/sets/${set.id}/decisions`
    const one = set.calls[0]
    const stale = await ask(s.url, line, {
      body: { decisions: [{ ...about(one, { kind: 'approve' }), digest: 'sha256:0' }] },
    })
    expect(refused(stale, 'stale_digest').call).toMatchObject({ id: one?.id, digest: one?.digest })
    await s.world.puts('a.txt', 'somebody was here')
    const drifted = await ask(s.url, line, { body: { decisions: [about(one, { kind: 'approve' })] } })
    const fresh = refused(drifted, 'stale_digest').call as { digest: string }
    expect(fresh.digest).not.toBe(one?.digest)
    const body = { decisions: [{ callId: one?.id, kind: 'deny', digest: fresh.digest, reason: 'No' }] }
    agreed('decide', await ask(s.url, line, { body }))
    expect(refused(await ask(s.url, line, { body }), 'already_decided').call).toMatchObject({
      state: 'settled',
      result: { kind: 'denied' },
    })
    expect(await s.ends(runId)).toMatchObject({ status: 'ok', stopReason: 'final_text' })
    refused(await ask(s.url, `POST /api/runs/${runId}/cancel`), 'run_not_active')
  })

  test('with arguments that break the schema or the reading is told by their places', async () => {
    const s = await httpStory()
    await symlink(tmpdir(), path.join(s.world.workspace, 'out'))
    await s.plays([write, { text: 'Done.' }])
    const set = await s.waits()
    const line = `POST /api/sets/${set.id}/decisions`
    const one = set.calls[0]
    const edits: [string, string[]][] = [
      ['"arguments":{"path":"a.txt"}', ['/content']],
      ['"arguments":{"path":5,"content":"a"}', ['/path']],
      ['"arguments":{"path":"a.txt","content":"a","mode":7}', ['/mode']],
      ['"arguments":{"path":"a.txt","path":"b.txt","content":"a"}', ['/path']],
      ['"arguments":{"path":"a.txt","content":"a\\u0000"}', ['/content']],
      ['"arguments":[]', ['']],
      ['"arguments":{"path":"../a.txt","content":"a"}', ['/path']],
      ['"arguments":{"path":"/etc/passwd","content":"a"}', ['/path']],
      ['"arguments":{"path":"out/a.txt","content":"a"}', ['/path']],
      ['"arguments":{"path":".","content":"a"}', ['/path']],
      ['"argumentsText":"{"', ['']],
      ['"argumentsText":"{\\"path\\":\\"a\\",\\"path\\":\\"b\\",\\"content\\":\\"\\"}"', ['/path']],
    ]
    for (const [given, expected] of edits) {
      const raw = `{"decisions":[{"kind":"edit","callId":"${one?.id}","digest":"${one?.digest}",${given}}]}`
      expect([given, paths(await ask(s.url, line, { raw }), 'invalid_arguments')]).toEqual([given, expected])
    }
    const unclear: [object, string][] = [
      [{}, '/decisions/0/arguments'],
      [
        { arguments: { path: 'a.txt', content: '1' }, argumentsText: '{"path":"a.txt","content":"2"}' },
        '/decisions/0/argumentsText',
      ],
    ]
    for (const [given, path] of unclear) {
      const body = { decisions: [about(one, { kind: 'edit', ...given })] }
      expect([given, paths(await ask(s.url, line, { body }))]).toEqual([given, [path]])
    }
    const both = { callId: one?.id, ...unclear[1]?.[0] }
    expect(paths(await ask(s.url, 'POST /api/calls/preview', { body: both }))).toEqual(['/argumentsText'])
    const preview = await ask(s.url, 'POST /api/calls/preview', {
      body: { callId: one?.id, arguments: { path: 'a.txt' } },
    })
    expect(agreed('previewCall', preview)).toMatchObject({ errors: [{ path: '/content' }] })
    refused(
      await ask(s.url, 'POST /api/calls/preview', { body: { callId: one?.id, tool: 'none', arguments: {} } }),
      'unknown_tool',
    )
    expect(await s.world.files()).toEqual(['out'])
  })
})

test('more input than can wait is refused', async () => {
  const s = await httpStory()
  await s.plays([write, { text: 'Done.' }])
  await s.waits()
  const line = `POST /api/sessions/${s.sessionId}/messages`
  for (let sent = 1; sent <= 20; sent += 1) {
    expect((await ask(s.url, line, { body: { text: `More ${sent}` } })).status).toBe(202)
  }
  refused(await ask(s.url, line, { body: { text: 'One too many' } }), 'queue_full')
})
