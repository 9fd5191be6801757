import { expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import type { Verify } from '@/lib/domain/contract/record-operations'
import type { SearchItem } from '@/lib/domain/session/search'
import type { Session } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'
import { verifyExport } from '@/lib/record/verify-export'
import { agreed, ask, listen, refused } from '@/lib/testing/http/http-client'
import { about, type HttpStory, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const line = (s: HttpStory): string => `POST /api/sessions/${s.sessionId}/fork`

const forked = async (s: HttpStory, seq: number): Promise<Session> =>
  agreed('forkSession', await ask(s.url, line(s), { body: { seq } })) as Session

const viewOf = async (s: HttpStory, { id }: Session): Promise<SessionView> =>
  agreed('readSession', await ask(s.url, `GET /api/sessions/${id}`)) as SessionView

async function decided(): Promise<HttpStory> {
  const s = await httpStory({ title: 'Kestrels' })
  const { runId } = await s.plays([
    call('write_file', { path: 'kestrel.md', content: 'Falco '.repeat(500) }),
    { text: 'Done.' },
  ])
  const set = await s.waits()
  const decisions = [about(set.calls[0], { kind: 'approve' })]
  await ask(s.url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } })
  await s.ends(runId)
  return s
}

/** Where the Call was decided. */
async function decisionSeq(s: HttpStory): Promise<number> {
  const reader = await listen(s.url, `/api/sessions/${s.sessionId}/events?after=0`)
  await reader.until('the decision', events => events.some(({ type }) => type === 'call.decided'))
  return Number(reader.facts.find(({ type }) => type === 'call.decided')?.id)
}

test('a session that is forked before a decision waits for another one', async () => {
  const s = await decided()
  const before = await s.view()
  const seq = (await decisionSeq(s)) - 1
  const session = await forked(s, seq)
  expect(session).toMatchObject({
    ...{ title: 'Kestrels', state: 'waiting', pendingCalls: 1, archived: false },
    parent: { sessionId: s.sessionId, seq },
  })
  const { pendingSet, transcript } = await viewOf(s, session)
  expect(transcript.map(({ text }) => text)).toEqual(before.transcript.slice(0, 2).map(({ text }) => text))
  const { items } = agreed('listPending', await ask(s.url, 'GET /api/pending')) as { items: CallSet[] }
  expect(items.map(({ id }) => id)).toEqual([pendingSet?.id])
  const decisions = [about(pendingSet?.calls[0], { kind: 'deny', reason: 'Not twice.' })]
  agreed('decide', await ask(s.url, `POST /api/sets/${pendingSet?.id}/decisions`, { body: { decisions } }))
  await s.ends(pendingSet?.runId ?? '')
  expect(await s.view()).toEqual(before)
})

test('the record of a fork can be followed, proven, exported and searched', async () => {
  const s = await decided()
  const session = await forked(s, (await s.view()).seq)
  const { seq } = await viewOf(s, session)
  const reader = await listen(s.url, `/api/sessions/${session.id}/events?after=0`)
  await reader.until('the last', events => Number(events.at(-1)?.id) >= seq)
  expect(reader.facts.map(({ id }) => Number(id))).toEqual(Array.from({ length: seq }, (_, at) => at + 1))
  for (const id of [s.sessionId, session.id]) {
    const verified = agreed('verifyRecord', await ask(s.url, `GET /api/audit/verify?sessionId=${id}`))
    expect((verified as Verify).broken).toBeUndefined()
  }
  const { text } = await ask(s.url, `GET /api/sessions/${session.id}/export?format=jsonl`)
  async function* lines() {
    yield* text.split('\n')
  }
  expect(await verifyExport(lines())).toMatchObject({ ok: true, checked: seq })
  for (const format of ['md', 'json'])
    expect((await ask(s.url, `GET /api/sessions/${session.id}/export?format=${format}`)).status).toBe(200)
  const found = agreed('search', await ask(s.url, 'GET /api/search?q=kestrel.md&kind=call')) as {
    items: SearchItem[]
  }
  expect(found.items.map(({ sessionId }) => sessionId).sort()).toEqual([s.sessionId, session.id].sort())
  const own = async (id: string) => (await ask(s.url, `GET /api/sessions/${id}/requests/1`)).json
  const { runId } = (await viewOf(s, session)).transcript[0] ?? {}
  expect(await own(session.id)).toEqual({ ...((await own(s.sessionId)) as object), runId })
})

test('a fork that is asked for twice with one key is made once; what cannot be forked is refused', async () => {
  const s = await decided()
  const { seq } = await s.view()
  const headers = { 'idempotency-key': 'one' }
  const asks = () => ask(s.url, line(s), { body: { seq }, headers })
  const [first, second] = await Promise.all([asks(), asks()])
  expect([first.status, first.json]).toEqual([201, second.json])
  const { items } = agreed('listSessions', await ask(s.url, 'GET /api/sessions')) as { items: Session[] }
  expect(items.map(({ id }) => id).sort()).toEqual([s.sessionId, (first.json as Session).id].sort())
  const { detail, errors } = refused(await ask(s.url, line(s), { body: { seq: seq + 1 } }), 'invalid_request')
  expect(detail).toContain(`1 to ${seq}`)
  expect(errors).toMatchObject([{ path: '/seq' }])
  for (const body of [{}, { seq: 0 }, { seq: 1.5 }, { seq: '1' }, { seq, at: 1 }])
    refused(await ask(s.url, line(s), { body }), 'invalid_request')
  const nobody = 'POST /api/sessions/01a217e3-f92b-7000-ad78-fb506805fd32/fork'
  refused(await ask(s.url, nobody, { body: { seq: 1 } }), 'not_found')
})
