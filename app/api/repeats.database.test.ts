import { describe, expect, test } from 'vitest'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { about, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const keyed = (key: string) => ({ 'idempotency-key': key })
const twenty = Array.from({ length: 20 }, (_, index) => index)

describe('a request with an Idempotency-Key', () => {
  test('that is sent again has one effect and one answer, twenty at once too', async () => {
    const s = await httpStory()
    const line = `POST /api/sessions/${s.sessionId}/messages`
    const body = { text: '{"turns":[{"text":"Hello."}]}' }
    const answers = await Promise.all(twenty.map(() => ask(s.url, line, { body, headers: keyed('one') })))
    const first = await ask(s.url, line, { body, headers: keyed('one') })
    for (const answered of answers) expect([answered.status, answered.text]).toEqual([202, first.text])
    const { runId } = agreed('sendMessage', first) as { runId: string }
    await s.ends(runId)
    const { transcript } = await s.view()
    expect(transcript.map(entry => entry.kind)).toEqual(['user', 'assistant'])
    const later = await ask(s.url, line, { body, headers: keyed('one') })
    expect([later.status, later.text]).toEqual([202, first.text])
  })

  test('is another one with another key, and without', async () => {
    const s = await httpStory()
    const headers = [keyed('one'), keyed('two'), {}, {}]
    const ids = await Promise.all(
      headers.map(
        async sent =>
          (
            agreed('createSession', await ask(s.url, 'POST /api/sessions', { body: {}, headers: sent })) as {
              id: string
            }
          ).id,
      ),
    )
    expect(new Set(ids).size).toBe(4)
  })

  test('cannot be used for another body, but for another path', async () => {
    const s = await httpStory()
    const made = await ask(s.url, 'POST /api/sessions', { body: { title: 'A' }, headers: keyed('k') })
    expect(made.status).toBe(201)
    refused(
      await ask(s.url, 'POST /api/sessions', { body: { title: 'B' }, headers: keyed('k') }),
      'idempotency_conflict',
    )
    const again = await ask(s.url, 'POST /api/sessions', { body: { title: 'A' }, headers: keyed('k') })
    expect([again.status, again.json]).toEqual([201, made.json])
    expect((await ask(s.url, `POST /api/sessions/${s.sessionId}/stop`, { headers: keyed('k') })).status).toBe(
      202,
    )
  })

  test('that was refused may be sent again and be taken', async () => {
    const s = await httpStory()
    await s.plays([call('write_file', { path: 'a.txt', content: 'a' }), { text: 'Done.' }])
    const set = await s.waits()
    const line = `POST /api/sets/${set.id}/decisions`
    const one = set.calls[0]
    const stale = { decisions: [{ ...about(one, { kind: 'approve' }), digest: 'sha256:0' }] }
    refused(await ask(s.url, line, { body: stale, headers: keyed('k') }), 'stale_digest')
    const body = { decisions: [about(one, { kind: 'approve' })] }
    const answers = await Promise.all(twenty.map(() => ask(s.url, line, { body, headers: keyed('k') })))
    for (const answered of answers) expect([answered.status, answered.json]).toEqual([200, answers[0]?.json])
    const without = await Promise.all(twenty.map(() => ask(s.url, line, { body })))
    for (const answered of without) refused(answered, 'already_decided')
    expect(await s.world.until('the file', async () => (await s.world.files()).includes('a.txt'))).toBe(true)
  })

  test('of twenty different decisions without a key, one wins', async () => {
    const s = await httpStory()
    await s.plays([call('write_file', { path: 'a.txt', content: 'a' }), { text: 'Done.' }])
    const set = await s.waits()
    const line = `POST /api/sets/${set.id}/decisions`
    const kinds = ['approve', 'deny']
    const answers = await Promise.all(
      twenty.map(index =>
        ask(s.url, line, { body: { decisions: [about(set.calls[0], { kind: kinds[index % 2] })] } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answered of answers.filter(({ status }) => status !== 200))
      refused(answered, 'already_decided')
  })

  test('needs a key of visible characters', async () => {
    const s = await httpStory()
    for (const key of ['a b', 'ä', 'x'.repeat(256)]) {
      refused(await ask(s.url, 'POST /api/sessions', { body: {}, headers: keyed(key) }), 'invalid_request')
    }
  })

  test('keeps the answer to the character, whatever it holds', async () => {
    const s = await httpStory()
    const odd = {
      ...call('write_file', { path: 'a.txt', content: 'a\u0000b' }).calls?.[0],
      name: 'write_file',
    }
    const sound = call('list_files', {}).calls ?? []
    await s.plays([{ calls: [odd as never, ...sound] }, { text: 'Done.' }])
    const set = await s.waits()
    const body = {
      decisions: [
        about(
          set.calls.find(one => one.state === 'waiting'),
          { kind: 'deny' },
        ),
      ],
    }
    const line = `POST /api/sets/${set.id}/decisions`
    const first = await ask(s.url, line, { body, headers: keyed('k') })
    expect(first.status).toBe(200)
    expect((await ask(s.url, line, { body, headers: keyed('k') })).text).toBe(first.text)
  })

  test('finds a session by its key, made once by twenty at once', async () => {
    const s = await httpStory()
    const answers = await Promise.all(
      twenty.map(index =>
        ask(s.url, 'POST /api/sessions', { body: { key: 'mine', title: `Title ${index}` } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(new Set(answers.map(({ json }) => (json as { id: string }).id)).size).toBe(1)
    expect(new Set(answers.map(({ json }) => (json as { title: string }).title)).size).toBe(1)
  })
})
