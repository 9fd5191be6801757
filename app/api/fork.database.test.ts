import { expect, test } from 'vitest'
import type { Session } from '@/lib/domain/session/session'
import { verifyExport } from '@/lib/record/verify-export'
import { listen, refused } from '@/test/http/http-client'
import { type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const forked = (s: HttpStory, seq: number): Promise<Session> => s.does('forkSession', { body: { seq } })
const viewOf = (s: HttpStory, { id }: Session) => s.does('readSession', { at: id })

async function decided(): Promise<HttpStory> {
  const s = await httpStory({ title: 'Kestrels' })
  const { runId } = await s.plays([
    call('write_file', { path: 'kestrel.md', content: 'Falco '.repeat(500) }),
    { text: 'Done.' },
  ])
  await s.decides(await s.waits())
  await s.ends(runId)
  return s
}

test('the record of a fork can be followed, proven, exported and searched', async () => {
  const s = await decided()
  const session = await forked(s, (await s.view()).seq)
  const { seq } = await viewOf(s, session)
  const reader = await listen(s.url, `/api/sessions/${session.id}/events?after=0`)
  await reader.until('the last', events => Number(events.at(-1)?.id) >= seq)
  expect(reader.facts.map(({ id }) => Number(id))).toEqual(Array.from({ length: seq }, (_, at) => at + 1))
  for (const sessionId of [s.sessionId, session.id])
    expect((await s.does('verifyRecord', { query: { sessionId } })).broken).toBeUndefined()
  const exported = (format: string) => s.tries('exportSession', { at: session.id, query: { format } })
  const { text } = await exported('jsonl')
  async function* lines() {
    yield* text.split('\n')
  }
  expect(await verifyExport(lines())).toMatchObject({ ok: true, checked: seq })
  for (const format of ['md', 'json']) expect((await exported(format)).status).toBe(200)
  const found = await s.does('search', { query: { q: 'kestrel.md', kind: 'call' } })
  expect(found.items.map(({ sessionId }) => sessionId).sort()).toEqual([s.sessionId, session.id].sort())
  const own = (id: string) => s.does('readRequest', { at: [id, '1'] })
  const { runId } = (await viewOf(s, session)).transcript[0] ?? {}
  expect(await own(session.id)).toEqual({ ...(await own(s.sessionId)), runId })
  const { detail } = refused(await s.tries('forkSession', { body: { seq: 1_000 } }), 'invalid_request')
  expect(detail).toContain(`1 to ${(await s.view()).seq}`)
})
